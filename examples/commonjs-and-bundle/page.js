// For a web page: esbuild page.js --bundle --minify --format=iife --global-name=game --outfile=game.js
import { Grid } from '@pf/grid';
import { findPath } from '@pf/search';

const grid = Grid.fromRows(['..#..', '..#..', '.....']);

export function click(x, y) {
  return findPath(grid, { from: [0, 0], to: [x, y], nearest: true }).cells;
}
