import { describe, expect, test } from 'vitest';
import { dependenciesOf, fieldsOf, fileOf, projectOf } from '../../src/runner/project.ts';

const versions = { '@pf/grid': '0.1.0', '@pf/search': '0.2.3', '@pf/crowd': '0.1.0' };
const code = "import { Grid } from '@pf/grid';\nimport { AStar } from '@pf/search';\nimport { x } from 'elsewhere';\n\nconst grid = new Grid(3, 1);\ngrid.setCost(1, 0, 2);\ngrid.width; // → 3\ngrid.height; // one\nnew AStar(grid)\n";

describe('the project of a sample', () => {
  test('depends on the packages that it imports, and on no others', () => {
    expect(dependenciesOf(code, versions)).toEqual({ '@pf/grid': '^0.1.0', '@pf/search': '^0.2.3' });
    expect(JSON.parse(projectOf(code, versions)['package.json'])).toMatchObject({ private: true, type: 'module', scripts: { start: 'node index.js' }, dependencies: { '@pf/grid': '^0.1.0' } });
  });

  test('prints stated results and the value of the last statement, and is the sample otherwise', () => {
    const module = projectOf(code, versions)['index.js'];
    expect(module).toBe(code.replace('grid.width;', 'console.log(grid.width);').replace('new AStar(grid)\n', 'console.log(new AStar(grid))\n'));
  });

  test('prints the same without semicolons', () => {
    const module = projectOf(code.replaceAll(';', ''), versions)['index.js'];
    expect(module).toBe(projectOf(code, versions)['index.js'].replaceAll(';', ''));
  });

  test('is a form for StackBlitz, with a field for each file', () => {
    const fields = fieldsOf(code, versions);
    expect(Object.keys(fields)).toEqual(['project[title]', 'project[description]', 'project[template]', 'project[files][index.js]', 'project[files][package.json]']);
    expect([fields['project[template]'], fields['project[files][index.js]']]).toEqual(['node', projectOf(code, versions)['index.js']]);
  });

  test('as a file, says how to run it', () => {
    expect(fileOf(code, versions)).toMatch(/^\/\/ npm i @pf\/grid@\^0\.1\.0 @pf\/search@\^0\.2\.3\n\/\/ node sample\.mjs\nimport/);
  });
});
