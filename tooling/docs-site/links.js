import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { files } from '@pf/workspace';

/** The paths of all Markdown texts of the workspace at `root`, except generated ones. */
export function textsOf(root) {
  const top = readdirSync(root).filter((file) => file.endsWith('.md'));
  const folders = ['docs', 'packages', 'apps', 'tooling', 'examples'].flatMap((folder) => files(root, folder, /\.md$/));
  return [...top, ...folders.filter((file) => !/\/etc\/|\/CHANGELOG\.md$/.test(file))];
}

/** The links of a Markdown text outside of code: `[{ target, line, start, end }]`, with the position of the target. */
export function linksOf(text) {
  // Code is replaced by spaces, so that positions stay.
  const prose = text.replace(/^( *)(```+|~~~+)[^]*?^\1\2 *$|`[^`\n]*`/gm, (code) => code.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(/\]\(\s*([^)\s]+)[^)]*\)|^ *\[[^\]]+\]:\s*(\S+)|<a href="([^"]+)"/gm)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3];
    const start = match.index + match[0].indexOf(target, 1);
    return { target, line: text.slice(0, start).split('\n').length, start, end: start + target.length };
  });
}

/** The target of a relative link of `file`: `{ path, anchor }`, relative to `root`; undefined for links to the web. */
export function leadsTo(root, file, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  return { path: path === '' ? file : relative(root, join(root, dirname(file), path)), anchor };
}

/** A sentence for each relative link to a missing file or heading. */
export function brokenLinks(root) {
  return textsOf(root).flatMap((file) => linksOf(readFileSync(join(root, file), 'utf8')).flatMap(({ target, line }) => {
    const to = leadsTo(root, file, target);
    // Results that are not measured yet may be missing.
    if (to === undefined || /^docs\/results\/[\w-]+\.json$/.test(to.path)) return [];
    if (!existsSync(join(root, to.path))) return [`${file}:${line} links to ${target}, which does not exist.`];
    const page = [to.path, `${to.path}/README.md`].find((path) => path.endsWith('.md') && existsSync(join(root, path)));
    if (to.anchor === undefined || page === undefined || anchorsOf(join(root, page)).has(to.anchor)) return [];
    return [`${file}:${line} links to ${target}, but that page has no such heading.`];
  }));
}

/** The anchors of the headings of a page. Of equal headings, the second gets `-1`, the third `-2`. */
function anchorsOf(path) {
  const anchors = new Set();
  for (const [, heading] of readFileSync(path, 'utf8').replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)) {
    const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let anchor = plain;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${plain}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}
