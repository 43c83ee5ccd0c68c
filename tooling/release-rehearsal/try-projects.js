import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTypes, projects, runBundle } from '@pf/example-projects';
import { inParallel, run } from './run.js';

/**
 * Runs the projects in `examples` of the workspace at `root` as a user would: copied to `folder`, with packages installed from the registry by one
 * `npm install`. Returns `{ ran, faults }`, or undefined if there are no projects.
 */
export async function tryProjects(root, folder, registry, scope) {
  if (!existsSync(join(root, 'examples'))) return undefined;
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const home = join(folder, 'examples');
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'projects', private: true, workspaces: ['*'] }));
  const words = ['install', `--${scope}:registry=${registry.url}`, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { code, output } = await run('npm', words, { cwd: home, seconds: 120 });
  if (code !== 0) return { ran: 0, faults: [`npm install fails: ${output.trim()}`] };
  const all = projects(folder);
  const outcomes = await inParallel(all, async (project) => {
    const { code, output } = await run(process.execPath, [project.main], { cwd: project.folder, seconds: 60 });
    const faults = code === 0 ? [] : [`${project.name}: ${output.trim()}`];
    if (project.page === undefined) return faults;
    const { result } = await runBundle(project.folder, project.page, 'game.click(4, 0)');
    return result.at(-1)?.x === 4 ? faults : [...faults, `${project.name}: ${project.page} bundled for a page answers ${JSON.stringify(result)}.`];
  });
  const files = all.flatMap((project) => project.files.filter((file) => file !== project.peer).map((file) => join(project.folder, file)));
  const types = checkTypes(files, [join(import.meta.dirname, '../../node_modules/@types')]);
  return { ran: all.length, faults: [...outcomes.flat(), ...types] };
}
