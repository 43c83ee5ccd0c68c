import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { writeServiceWorker } from '@pf/workspace/service-worker';
import { build } from 'vite';
import { buildSite } from './build-site.js';
import { brokenLinks } from './links.js';

/**
 * Writes the whole site of the workspace at `root` to the folder `out`: the home, the articles, the lab and the benchmarks, which Vite builds from `apps/demo`; in
 * `docs/` the documentation; `search.json`, which the search of the header reads; and `sw.js`, by which all of it works offline after the first visit. All links are relative, so it works under any path. Returns a sentence for each fault. What `out` had before is removed, but only if that is a site.
 *
 * Vite and TypeDoc, because both are here already. `docs/architecture.md` says why not VitePress.
 */
export async function buildWholeSite(root, out, home) {
  const isSite = existsSync(join(out, 'index.html')) && !existsSync(join(out, 'package.json'));
  if (!isSite && existsSync(out) && readdirSync(out).length > 0) return [`${out} has files that are not those of a site: choose an empty folder, or delete it first.`];
  await build({ root: join(root, 'apps/demo'), mode: 'site', define: { PF_PUBLISHED: String(home !== undefined) }, build: { outDir: out, emptyOutDir: true }, logLevel: 'error' });
  const entries = [];
  const faults = [...brokenLinks(root), ...(await buildSite(root, join(out, 'docs'), home, entries))];
  if (faults.length > 0) return faults;
  const found = entries.map((entry) => ({ ...entry, docs: `docs/${entry.url}`, url: livePage(entry.file) ?? `docs/${entry.url}` }));
  const pages = new Map(found.filter(({ file }) => file !== undefined).map(({ file, url, docs }) => [file, { url, docs }]));
  const sources = new Map([...pages].map(([file, { docs }]) => [docs, file]));
  for (const file of readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.html'))) {
    const path = join(out, file);
    const up = `${relative(dirname(file), '.') || '.'}/`;
    const text = readFileSync(path, 'utf8');
    if (file.startsWith('docs/')) {
      const links = [['index.html', 'Home'], ['articles/index.html', 'Articles'], ['lab.html', 'Lab'], ['which-one.html', 'Which one?'], ['benchmarks.html', 'Benchmarks']];
      writeFileSync(path, text
        .replace('id="tsd-toolbar-links">', (start) => start + links.map(([to, name]) => `<a href="${up}${to}">${name}</a>`).join(''))
        // TypeDoc leaves links around pictures as they are.
        .replace(/href="([^":#]+\.md)"/g, (whole, target) => {
          const page = pages.get(join(dirname(sources.get(file) ?? '.'), target));
          return page === undefined ? whole : `href="${up}${page.url}"`;
        })
        // What the README of the demo describes can be seen here.
        .replace(/href="[^"]*\/apps\/demo\/README\.md#the-(lab|battlefield|city|robot|level)"/g, (_, face) => `href="${up}lab.html${face === 'lab' ? '' : `#/${face}`}"`));
      continue;
    }
    writeFileSync(path, text.replace(/data-text="([^"]+)"/g, (_, target) => {
      const page = pages.get(target) ?? pages.get(`${target.replace(/\/$/, '')}/README.md`);
      if (page === undefined) faults.push(`${file} links to ${target}, which is no page of the site.`);
      return `href="${up}${page?.url}"`;
    }));
  }
  // An article is there once, with its figures.
  for (const { url, docs } of pages.values()) {
    if (url !== docs) writeFileSync(join(out, docs), `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${relative(dirname(docs), url)}"><a href="${relative(dirname(docs), url)}">Here</a>`);
  }
  writeFileSync(join(out, 'search.json'), JSON.stringify(found.map(({ title, kind, url, text }) => ({ title, kind, url, text }))));
  // Now that all files are there: Vite has written one for its own.
  writeServiceWorker(out);
  return faults;
}

/** The page of a text that has one beside the documentation. */
function livePage(file) {
  const [, name] = /^docs\/articles\/([\w-]+)\.md$/.exec(file ?? '') ?? [];
  if (name !== undefined) return `articles/${name === 'README' ? 'index' : name}.html`;
  return /^docs\/(benchmarks|which-one)\.md$/.test(file ?? '') ? file.replace(/^docs\/(.*)\.md$/, '$1.html') : undefined;
}
