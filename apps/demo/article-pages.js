import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

const repository = fileURLToPath(new URL('../../', import.meta.url));
/** The pages that are no articles: their texts, and where the site begins as seen from them. */
const others = { index: ['docs/articles/README.md', '../'], home: ['apps/demo/home.md', './'], benchmarks: ['docs/benchmarks.md', './'], 'which-one': ['docs/which-one.md', './'] };
/** The articles, in the order in which they are best read. */
const order = ['a-star', 'landmarks', 'jump-points', 'd-star-lite', 'adaptive-a-star', 'subgoals', 'thousand-units'];

/**
 * A plugin of Vite: a page that says `<!-- article NAME -->` becomes the text `docs/articles/NAME.md`, in the frame of the site. As a part of the whole `site`,
 * the home is the first page and the lab is `lab.html`; alone, the lab is the first page.
 */
export function articlePages({ site = false } = {}) {
  return {
    name: 'article-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const [, name] = /<!-- article ([\w-]+) -->/.exec(html) ?? [];
        return name === undefined ? html : page(name, site);
      },
    },
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const asset of Object.values(bundle)) if (asset.fileName.endsWith('.html')) asset.source = styleFirst(asset.source);
        if (!site) return;
        bundle['index.html'].fileName = 'lab.html';
        bundle['home.html'].fileName = 'index.html';
      },
    },
  };
}

/** Scripts load with low priority, so that the text is shown as soon as the style is there. */
function styleFirst(html) {
  return html.replace(/<(?:script type="module"|link rel="modulepreload") crossorigin/g, '$& fetchpriority="low"');
}

/** The title, the first paragraph and the rest of a text, and its file. */
function read(name) {
  const file = others[name]?.[0] ?? `docs/articles/${name}.md`;
  const text = readFileSync(join(repository, file), 'utf8');
  const [, title, lead] = /^# (.*)\n+([^]*?)\n\n/.exec(text);
  return { file, title, lead: lead.replaceAll('\n', ' '), text };
}

function page(name, site) {
  const { file, title, lead, text } = read(name);
  const root = others[name]?.[1] ?? '../';
  const [home, lab] = site ? ['index.html', 'lab.html'] : ['home.html', 'index.html'];
  const markdown = new MarkdownIt({ html: true, typographer: true });
  // A link to an article leads to its page. One to another text gets its address when the documentation is beside this.
  markdown.renderer.rules.link_open = (tokens, i, options, _env, self) => {
    const token = tokens[i];
    const target = token.attrGet('href');
    const path = /^[a-z]+:/.test(target) ? '' : relative(repository, join(repository, dirname(file), target));
    const [, article] = /^docs\/articles\/([\w-]+)\.md$/.exec(path) ?? [];
    const [, face] = /^apps\/demo\/README\.md#the-(\w+)/.exec(path) ?? [];
    const [, page] = /^docs\/(which-one|benchmarks)\.md$/.exec(path) ?? [];
    if (page !== undefined) token.attrSet('href', `${root}${page}.html`);
    else if (face !== undefined) token.attrSet('href', `${root}${lab}${face === 'lab' ? '' : `#/${face}`}`);
    else if (article !== undefined) token.attrSet('href', `${root}articles/${article === 'README' ? 'index' : article}.html`);
    else if (path !== '') token.attrs = [['data-text', path]];
    return self.renderToken(tokens, i, options);
  };
  const articles = order.filter((each) => existsSync(join(repository, `docs/articles/${each}.md`)));
  const at = articles.indexOf(name);
  const link = (other, word) => (other === undefined ? '' : `<a href="./${other}.html">${word}: ${read(other).title}</a>`);
  const here = (condition) => (condition ? ' aria-current="page"' : '');
  const body = markdown.render(text).replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>').replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">').replaceAll('href="lab:', `href="${lab}`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${plain(lead)}" />
    <meta name="color-scheme" content="light dark" />
    <title>${plain(title)} · @pf</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="${root}src/page.css" />
    <link rel="stylesheet" href="${root}src/articles/article.css" />
  </head>
  <body>
    <header>
      <a class="home" href="${root}${home}"${here(name === 'home')}><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 13h4V5h8" /></svg>@pf</a>
      <nav aria-label="Site">
        <a href="${root}articles/index.html"${here(name === 'index')}>Articles</a><a data-lab href="${root}${lab}">Lab</a><a href="${root}which-one.html"${here(name === 'which-one')}>Which one?</a><a href="${root}benchmarks.html"${here(name === 'benchmarks')}>Benchmarks</a>${site ? '<a data-text="docs/choosing.md">Guide</a><a data-text="README.md">API</a>' : ''}
      </nav>
      ${site ? `<search><input type="search" data-root="${root}" placeholder="Search" aria-label="Search the site" /></search>` : ''}
      <button id="theme" type="button" class="icon" aria-label="Light or dark" title="Light or dark">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13v-1a5.5 5.5 0 0 0 0-11z" /></svg>
      </button>
    </header>
    <main>
      <article class="text">
${name === 'benchmarks' ? charted(body) : body}
      </article>
${at === -1 ? '' : `      <nav class="others" aria-label="Other articles">${link(articles[at - 1], 'Before')}${link(articles[at + 1], 'Next')}</nav>`}
    </main>
    <script type="module" src="${root}src/articles/${['home', 'which-one'].includes(name) || at !== -1 ? name : 'list'}.ts"></script>
  </body>
</html>`;
}

/** Puts a bar beside each number of the second column of every table. */
function charted(html) {
  return html.replace(/<table>[^]*?<\/table>/g, (table) => {
    const cell = /(<tr>\s*<td[^>]*>[^<]*<\/td>\s*<td[^>]*>)(\s*[\d,.]+)/g;
    const value = (digits) => Number(digits.replaceAll(',', ''));
    const most = Math.max(...[...table.matchAll(cell)].map(([, , digits]) => value(digits)));
    return table.replace('<table>', '<table class="chart">').replace(cell, (_, before, digits) => `${before}<span class="bar-line" style="--share:${value(digits) / most}"></span>${digits}`);
  });
}

function plain(markdown) {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
