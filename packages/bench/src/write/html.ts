import type { Cell, Claim, Column, Figure, MapPanel, Result, Table } from '../record/result.ts';
import { formatAim, formatCell, formatHead, formatOurs, formatReference, formatVerdict, isFigure } from './format.ts';
import { STYLE } from './style.ts';

const LONG_TABLE = 24;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function cellHtml(cell: Cell | undefined, column: Column): string {
  const text = escape(formatCell(cell, column));
  return text.replace(/ (±.*)$/, ' <span class="spread">$1</span>');
}

function tableHtml(table: Table, result: Result): string {
  const rows = result.rows.filter((row) => row.table === table.name);
  if (rows.length === 0) return '';
  const side = (column: Column): string => (isFigure(column) ? ' class="right"' : '');
  const head = table.columns.map((column) => `<th${side(column)}>${escape(formatHead(column))}</th>`).join('');
  const body = rows.map((row) => `<tr>${table.columns.map((column) => `<td${side(column)}>${cellHtml(row[column.key], column)}</td>`).join('')}</tr>`);
  const whole = `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
  const title = escape(table.title);
  return rows.length > LONG_TABLE ? `<details><summary>${title} (${rows.length} rows)</summary>${whole}</details>` : `<h3>${title}</h3>${whole}`;
}

function claimsHtml(claims: readonly { readonly result: Result; readonly claim: Claim }[], named: boolean): string {
  if (claims.length === 0) return '';
  const line = ({ result, claim }: { result: Result; claim: Claim }): string => {
    const verdict = formatVerdict(claim);
    const remark = claim.remark === undefined ? '' : `<div class="remark">${escape(claim.remark)}</div>`;
    const from = named ? `<td><a href="#${result.experiment}">${result.experiment}</a></td>` : '';
    const cells = [formatReference(claim), formatAim(claim), formatOurs(claim)].map((text) => `<td class="right">${escape(text)}</td>`).join('');
    return `<tr>${from}<td>${escape(claim.name)}${remark}</td><td>${escape(claim.source)}</td>${cells}<td${claim.pass === null ? '' : ` class="${verdict}"`}>${verdict}</td></tr>`;
  };
  const head = `${named ? '<th>experiment</th>' : ''}<th>claim</th><th>source</th><th class="right">the source says</th><th class="right">target</th><th class="right">measured here</th><th>verdict</th>`;
  return `<div class="wide"><table class="claims"><thead><tr>${head}</tr></thead><tbody>\n${claims.map(line).join('\n')}\n</tbody></table></div>`;
}

function panelHtml({ title, image, width, height, paths = [], segments = [] }: MapPanel): string {
  const lines = paths.map((path) => `<polyline class="path" points="${path.map(([x, y]) => `${x},${y}`).join(' ')}"/>`);
  const edges = segments.length === 0 ? '' : `<path class="edge" d="${segments.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join('')}"/>`;
  return `<div><div class="panel"><img src="${image}" alt="${escape(title)}" width="${width}" height="${height}" style="aspect-ratio:${width}/${height};height:auto">`
    + `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${edges}${lines.join('')}</svg></div><p class="soft">${escape(title)}</p></div>`;
}

/** Drawn as text, because the plotting library can only guess the width of words in the reader's font. */
function legendHtml(names: readonly string[], colour: (k: number) => string): string {
  if (names.length < 2) return '';
  return `<div class="legend">${names.map((name, k) => `<span><i style="background:${colour(k)}"></i>${escape(name)}</span>`).join('')}</div>`;
}

function figureHtml(figure: Figure, { drawFigure, colour }: { drawFigure: (figure: Exclude<Figure, { kind: 'maps' }>) => string; colour: (k: number) => string }): string {
  const caption = `<figcaption>${escape(figure.title)}</figcaption>`;
  if (figure.kind === 'maps') return `<figure class="maps">${caption}<div class="panels">${figure.panels.map(panelHtml).join('')}</div></figure>`;
  const names = figure.kind === 'boxes' ? [] : figure.series.map(({ name }) => name);
  return `<figure>${caption}${legendHtml(names, colour)}${drawFigure(figure)}</figure>`;
}

function machineOf({ machine: { cpu, cores, memoryGigabytes, system, node } }: Result): string {
  return `${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system}, Node ${node}`;
}

function minuteOf({ started }: Result): string {
  return started.slice(0, 16).replace('T', ' ');
}

/** Where and when everything was measured. */
function originOf(results: readonly Result[], machines: ReadonlySet<string>): string {
  if (results.length === 0) return '';
  const where = machines.size === 1 ? [...machines][0] : `Measured on ${machines.size} machines: see each experiment`;
  const minutes = results.map(minuteOf).sort();
  const [first, last] = [minutes[0], minutes.at(-1)];
  return `${where}. ${first === last ? first : `${first} to ${last}`} UTC.`;
}

/**
 * One self-contained page without scripts: each experiment with its pictures, plots, claims and tables, and all claims at the end.
 *
 * @example
 * ```ts
 * import { Recorder, silent, toHtml } from '@pf/bench';
 *
 * const record = new Recorder({ name: 'demo', title: 'A demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 * (await toHtml([record.result()])).includes('<h2 id="demo">A demo</h2>'); // → true
 * ```
 */
export async function toHtml(results: readonly Result[]): Promise<string> {
  // Loaded on demand: a run without plots need not wait for a plotting library.
  const { drawFigure, colour } = await import('./plots.ts');
  const claims = results.flatMap((result) => result.claims.map((claim) => ({ result, claim })));
  const count = (verdict: string): number => claims.filter(({ claim }) => formatVerdict(claim) === verdict).length;
  const machines = new Set(results.map(machineOf));

  const sections = results.map((result) => {
    const where = machines.size > 1 ? ` ${machineOf(result)}, ${minuteOf(result)} UTC.` : results.length > 1 ? ` ${minuteOf(result)} UTC.` : '';
    const versions = Object.entries(result.versions).filter(([name]) => name !== 'node').map(([name, version]) => `${name} ${version}`).join(', ');
    return [
      `<section><h2 id="${result.experiment}">${escape(result.title)}</h2>`,
      `<p class="soft">${escape(result.reproduces)} <code>${escape(result.command)}</code> ${escape(`Seed ${result.seed}, ${result.effort} form, ${result.seconds} s.${where}`)}</p>`,
      result.failure === undefined ? '' : `<p class="failure">Not finished: ${escape(result.failure)}</p>`,
      ...result.notes.map((note) => `<p>${escape(note)}</p>`),
      result.figures.length === 0 ? '' : `<div class="figures">${[...result.figures].sort((a, b) => Number(b.kind === 'maps') - Number(a.kind === 'maps')).map((figure) => figureHtml(figure, { drawFigure, colour })).join('\n')}</div>`,
      claimsHtml(result.claims.map((claim) => ({ result, claim })), false),
      ...result.tables.map((table) => tableHtml(table, result)),
      versions === '' ? '' : `<p class="soft">Beside it: ${escape(versions)}.</p>`,
      '</section>',
    ].join('\n');
  });

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>@pf benchmark</title><style>${STYLE}</style></head><body>
<header><h1>@pf, measured</h1>
<p class="soft">${escape(originOf(results, machines))}</p>
<div class="tally"><div><b class="holds">${count('holds')}</b>claims hold</div><div><b class="fails">${count('fails')}</b>fail</div><div><b>${count('reported')}</b>are reported</div></div>
<nav>${results.length > 1 ? '<a href="#claims">all claims</a>' : ''}${results.map((result) => `<a href="#${result.experiment}">${result.experiment}</a>`).join('')}</nav></header>
<main>
${sections.join('\n')}
${results.length > 1 ? `<h2 id="claims">All claims</h2>${claimsHtml(claims, true)}` : ''}
</main>
<footer>A time is the median over interleaved rounds, ± its 95% interval. Expansions are the same for the same seed on every machine.</footer>
</body></html>
`;
}
