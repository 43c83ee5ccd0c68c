import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Surface } from '@pf/examples';
import { entryPoints, files } from '@pf/workspace';
import { Application, Converter, DocumentReflection, Logger, LogLevel, MinimalSourceFile, normalizePath, RendererEvent } from 'typedoc';
import { leadsTo, linksOf } from './links.js';

/**
 * Writes the site of the workspace at `root` to the folder `out`: a module for each entry point of a package, with its README as the first page, and a page for
 * each text of `docs/`. Links to sources lead to `home`, the address of the repository. Without it, texts have none, and the API leads to the files under `root`.
 * Returns a sentence for each fault, and writes nothing if there is one. Adds what can be found to `entries`: `{ title, kind, url, text }` of pages and exports,
 * texts with their `file`.
 *
 * TypeDoc, because it needs no input but the comments and READMEs, and has five small dependencies and no framework.
 */
export async function buildSite(root, out, home, entries = []) {
  const faults = [];
  const surface = new Surface(root, []);
  const sources = home === undefined ? `${pathToFileURL(root).href}/` : `${home}/blob/main/`;
  // The pages workflow puts the demo above the site.
  const demo = home?.replace(/^https:\/\/github\.com\/([^/]+)\/(.*)$/, 'https://$1.github.io/$2/');
  const app = await Application.bootstrap({
    name: '@pf',
    out,
    // Pages are added below. TypeDoc on its own would copy every source that a page links to.
    readme: 'none',
    basePath: root,
    router: 'structure',
    customCss: join(import.meta.dirname, 'site.css'),
    headings: { readme: false, document: true },
    excludeInternal: true,
    excludeProtected: true,
    disableGit: true,
    sourceLinkTemplate: `${sources}{path}#L{line}`,
    sort: ['documents-first', 'kind', 'source-order'],
    kindSortOrder: ['Document', 'Function', 'Class', 'Interface', 'TypeAlias', 'Variable'],
    searchInDocuments: true,
    highlightLanguages: ['typescript', 'javascript', 'json', 'bash', 'html'],
    navigationLinks: home === undefined ? {} : { Demo: demo, Source: home },
    validation: { notExported: false, notDocumented: false },
  });
  app.logger = new FaultLogger(faults);
  const modules = surface.packages
    .flatMap((member) => entryPoints(member).map(({ specifier, source, types }) => ({ displayName: specifier, types, path: join(root, member.folder, source) })))
    .filter(({ types }) => types !== undefined)
    .map(({ displayName, path }) => ({ displayName, program: surface.program, sourceFile: surface.program.getSourceFile(path) }));
  let pages;
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    pages = new Pages(app, project, root, sources);
    pages.add(surface.packages);
  });
  app.renderer.on(RendererEvent.END, ({ project }) => entries.push(...pages.entries(project, surface.packages)));
  const project = app.converter.convert(modules);
  app.validate(project);
  if (faults.length === 0) await app.generateOutputs(project);
  return faults;
}

/** Turns the texts of a workspace into pages of a site. */
class Pages {
  constructor(app, project, root, sources) {
    this.app = app;
    this.project = project;
    this.root = root;
    this.sources = sources;
    /** The page of each file. */
    this.pages = new Map();
  }

  add(packages) {
    const { project } = this;
    this.pages.set('README.md', project);
    for (const { name, folder } of packages) this.pages.set(`${folder}/README.md`, project.children.find((module) => module.name === name));
    // The README of a folder is the parent of the other pages in it.
    const texts = files(this.root, 'docs', /\.md$/).sort((a, b) => Number(b.endsWith('/README.md')) - Number(a.endsWith('/README.md')));
    for (const file of [...texts, 'CONTRIBUTING.md']) {
      const folder = basename(file) === 'README.md' ? dirname(dirname(file)) : dirname(file);
      const above = folder === '.' ? project : this.pages.get(`${folder}/README.md`) ?? project;
      const document = new DocumentReflection(/^# (.*)$/m.exec(this.read(file))[1], above, [], {});
      above.addChild(document);
      project.registerReflection(document, undefined, normalizePath(join(this.root, file)));
      this.pages.set(file, document);
    }
    for (const [file, page] of this.pages) {
      const path = normalizePath(join(this.root, file));
      project.files.registerReflectionPath(path, page);
      const content = this.app.converter.parseRawComment(new MinimalSourceFile(this.text(file), path), project.files).content;
      if (page instanceof DocumentReflection) page.content = content;
      else page.readme = content;
    }
  }

  /** The search index of the site: its texts, and the exports of all modules. Of equal names, that of the package that most others need comes first. */
  entries(project, packages) {
    const users = (name) => packages.filter(({ manifest }) => name in (manifest.dependencies ?? {})).length;
    const { router } = this.app.renderer;
    const texts = [...this.pages].map(([file, page]) => ({
      file, title: page === project ? 'Packages' : page.name, kind: page instanceof DocumentReflection ? 'text' : 'package', url: router.getFullUrl(page), text: this.read(file).replace(/```[^]*?```|<[^>]*>|[#*`|]/g, ' ').replace(/\s+/g, ' '),
    }));
    const modules = project.children.filter((module) => !(module instanceof DocumentReflection)).sort((a, b) => users(b.name) - users(a.name));
    const exported = modules.flatMap((module) => (module.children ?? []).map((each) => {
      const comment = each.comment ?? each.signatures?.[0]?.comment;
      return { title: each.name, kind: module.name, url: router.getFullUrl(each), text: (comment?.summary ?? []).map(({ text }) => text).join('') };
    }));
    return [...texts, ...exported];
  }

  /** The text of a page without its title. Links to files that are no pages lead to the sources. */
  text(file) {
    let text = this.read(file);
    for (const { target, start, end } of linksOf(text).reverse()) {
      const to = leadsTo(this.root, file, target);
      if (to === undefined || to.path === file) continue;
      text = text.slice(0, start) + this.link(to.path, target) + text.slice(end);
    }
    return withoutFiles(text).replace(/^# .*\n/m, '');
  }

  link(path, target) {
    // TypeDoc copies pictures.
    if (this.pages.has(path) || /\.(svg|png)$/.test(path)) return target;
    const [folder, anchor] = target.split('#');
    const place = anchor === undefined ? '' : `#${anchor}`;
    // The whole site has what these show, and writes its own links. TypeDoc leaves out links to files.
    if (path === 'apps/demo/README.md' && place.startsWith('#the-')) return `https://demo.invalid/${path}${place}`;
    return this.pages.has(`${path}/README.md`) ? `${folder.replace(/\/$/, '')}/README.md${place}` : this.sources + path + place;
  }

  read(file) {
    return readFileSync(join(this.root, file), 'utf8');
  }
}

/** Collects the warnings and errors of TypeDoc. */
class FaultLogger extends Logger {
  constructor(faults) {
    super();
    this.faults = faults;
  }

  addContext(message, _level, at, file) {
    if (typeof at === 'number') return `${file.fileName}:${file.getLineAndCharacterOfPosition(at).line + 1} ${message}`;
    return at === undefined ? message : `${at.getSourceFile().fileName} ${message}`;
  }

  log(message, level) {
    if (level >= LogLevel.Warn) this.faults.push(message);
    super.log(message, level);
  }
}

/** A text without links to files, to which a page that is served cannot lead; around pictures too. */
export function withoutFiles(text) {
  return text.replace(/\[(!\[[^\]]*\]\([^)]*\)|[^\]]*)\]\(file:[^)]*\)/g, '$1');
}
