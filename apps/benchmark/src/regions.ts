import { toMarkdown } from '@pf/bench';
import type { Result } from '@pf/bench';

const REGION = /<!-- results:([\w-]+)(?:\/([\w-]+))?((?: [\w-]+=(?:"[^"]*"|[^\s"]+))*) -->\n[\s\S]*?<!-- \/results -->/g;

/**
 * Fills the marked regions of a page from recorded results: `<!-- results:EXPERIMENT/TABLE columns=a,b kind=maze -->` … `<!-- /results -->`. Without
 * a table the first one is used, `claims` is the table of claims. Any other word=value, or word="several words", selects the rows where that column
 * has that value. An empty region without results stays empty; a region with figures must have results.
 */
export function fillRegions(text: string, find: (experiment: string) => Result | undefined): string {
  return text.replace(REGION, (whole, experiment: string, table: string | undefined, rest: string) => {
    const mark = `results:${experiment}${table === undefined ? '' : `/${table}`}${rest}`;
    const result = find(experiment);
    if (result === undefined && !whole.includes('\n|')) return whole;
    if (result === undefined) throw new Error(`The region ${mark} has no results: docs/results/${experiment}.json is missing; make it by pnpm bench ${experiment} --json docs/results/${experiment}.json.`);
    const settings = new Map([...rest.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, key, quoted, plain]) => [key, quoted ?? plain]));
    const columns = settings.get('columns')?.split(',');
    settings.delete('columns');
    const first = table ?? result.tables[0]?.name ?? 'claims';
    const lines = toMarkdown(result, { table: first, where: Object.fromEntries(settings), ...(columns === undefined ? {} : { columns }) });
    return `<!-- ${mark} -->\n${lines.join('\n')}\n<!-- /results -->`;
  });
}
