import { Grid } from '@pf/grid';
import { findPath } from '@pf/search';

// The API of easystarjs 0.4.4 over @pf: the port described in docs/from-easystarjs.md.

const directions = {
  TOP: 'north', TOP_RIGHT: 'northeast', RIGHT: 'east', BOTTOM_RIGHT: 'southeast',
  BOTTOM: 'south', BOTTOM_LEFT: 'southwest', LEFT: 'west', TOP_LEFT: 'northwest',
};

class js {
  constructor() {
    this.rules = { movement: 'four' };
    this.cuts = true;
    this.costs = new Map();
    this.avoided = [];
    this.conditions = [];
    this.waiting = new Map();
    this.lastId = 0;
  }

  setGrid(tiles) {
    this.tiles = tiles;
  }

  setAcceptableTiles(tiles) {
    this.acceptable = [tiles].flat();
  }

  enableDiagonals() {
    this.rules = { movement: 'eight' };
  }

  enableCornerCutting() {
    this.cuts = true;
  }

  disableCornerCutting() {
    this.cuts = false;
  }

  setTileCost(tile, cost) {
    this.costs.set(tile, cost);
  }

  avoidAdditionalPoint(x, y) {
    this.avoided.push([x, y]);
  }

  setDirectionalCondition(x, y, sides) {
    this.conditions.push({ x, y, sides });
  }

  findPath(startX, startY, endX, endY, callback) {
    this.lastId++;
    this.waiting.set(this.lastId, { from: [startX, startY], to: [endX, endY], callback });
    return this.lastId;
  }

  cancelPath(id) {
    return this.waiting.delete(id);
  }

  calculate() {
    const corners = this.cuts ? 'always' : 'never';
    const grid = Grid.fromArray(this.tiles, {
      ...this.rules,
      ...(this.rules.movement === 'eight' ? { corners } : {}),
      costOf: (tile) => (this.acceptable.includes(tile) ? (this.costs.get(tile) ?? 1) : 0),
    });
    for (const { x, y, sides } of this.conditions) grid.setSides(x, y, { enter: grid.mask(...sides.map((side) => directions[side])) });
    for (const { from, to, callback } of this.waiting.values()) {
      const { cells, arrived } = findPath(grid, { from, to, avoid: this.avoided });
      setTimeout(() => callback(arrived ? (cells.length === 1 ? [] : cells) : null));
    }
    this.waiting.clear();
  }
}

export const EasyStar = { js, ...Object.fromEntries(Object.keys(directions).map((name) => [name, name])) };
