import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';

const texts = fileURLToPath(new URL('../../docs/articles/', import.meta.url));
/** The articles, in the order in which they are best read. */
const order = ['landmarks', 'jump-points', 'd-star-lite', 'adaptive-a-star', 'subgoals', 'thousand-units'];

/** A plugin of Vite: a page that says `<!-- article NAME -->` becomes the text `docs/articles/NAME.md`, in the frame of the site. */
export function articlePages() {
  return {
    name: 'article-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const [, name] = /<!-- article ([\w-]+) -->/.exec(html) ?? [];
        return name === undefined ? html : page(name);
      },
    },
  };
}

/** Title, the first paragraph and the rest of a text. */
function read(name) {
  const text = readFileSync(join(texts, `${name === 'index' ? 'README' : name}.md`), 'utf8');
  const [, title, lead] = /^# (.*)\n+([^]*?)\n\n/.exec(text);
  return { title, lead: lead.replaceAll('\n', ' '), text };
}

function page(name) {
  const { title, lead, text } = read(name);
  const markdown = new MarkdownIt({ html: true, typographer: true });
  // A link to another article leads to its page, one to another text of the repository to the documentation beside this site.
  markdown.renderer.rules.link_open = (tokens, i, options, _env, self) => {
    const href = tokens[i].attrGet('href');
    if (/^[\w-]+\.md/.test(href)) tokens[i].attrSet('href', href.replace('README.md', 'index.html').replace('.md', '.html'));
    return self.renderToken(tokens, i, options);
  };
  const articles = order.filter((each) => existsSync(join(texts, `${each}.md`)));
  const at = articles.indexOf(name);
  const link = (other, word) => (other === undefined ? '' : `<a href="./${other}.html">${word}: ${read(other).title}</a>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${plain(lead)}" />
    <meta name="color-scheme" content="light dark" />
    <title>${plain(title)} · @pf</title>
    <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 13h4V5h8' fill='none' stroke='%230b6fb8' stroke-width='3'/></svg>" />
    <link rel="stylesheet" href="../src/page.css" />
    <link rel="stylesheet" href="../src/articles/article.css" />
  </head>
  <body>
    <header>
      <a class="home" href="../index.html"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 13h4V5h8" /></svg>@pf</a>
      <nav aria-label="Site"><a href="./index.html"${at === -1 ? ' aria-current="page"' : ''}>Articles</a><a href="../index.html">Lab</a></nav>
      <button id="theme" type="button" class="icon" aria-label="Light or dark" title="Light or dark">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13v-1a5.5 5.5 0 0 0 0-11z" /></svg>
      </button>
    </header>
    <main>
      <article class="text">
${markdown.render(text).replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>').replaceAll('</table>', '</table></div>').replaceAll('<pre>', '<pre tabindex="0">')}
      </article>
${at === -1 ? '' : `      <nav class="others" aria-label="Other articles">${link(articles[at - 1], 'Before')}${link(articles[at + 1], 'Next')}</nav>`}
    </main>
    <script type="module" src="../src/articles/${at === -1 ? 'list' : name}.ts"></script>
  </body>
</html>`;
}

function plain(markdown) {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`_]/g, '').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
