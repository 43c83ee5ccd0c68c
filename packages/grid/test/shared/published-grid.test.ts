import { runs, rulesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PublishedGrid } from '../../src/index.ts';
import { Grid, GridFollower, GridPublisher, seededRandom } from '../../src/index.ts';
import { contents, EditedWorld } from './random-edit.ts';

describe('a grid that is published', () => {
  test('followers have its cells, sides, moves, rules and version, after any number of publications', () => {
    for (let seed = 0; seed < runs(30); seed++) {
      const random = seededRandom(1000 + seed);
      const world = new EditedWorld(seed);
      const publisher = new GridPublisher(world.grid);
      const followers = Array.from({ length: 4 }, () => new GridFollower(publisher.published));
      for (let step = 0; step < 60; step++) {
        world.edit();
        const before = contents(followers[0].grid);
        if (random() < 0.7) expect(publisher.publish()).toBe(world.grid.version);
        else continue;
        expect(contents(followers[0].grid)).toBe(before);
        for (const [lag, follower] of followers.entries()) {
          if (random() * (1 + 8 * lag) > 1) continue;
          expect(follower.update()).toBe(world.grid.version);
          expect(contents(follower.grid)).toBe(contents(world.grid));
          expect(follower.update()).toBe(follower.version);
        }
        if (step % 20 === 0) followers[3] = new GridFollower(publisher.published);
      }
    }
  });

  test('followers see a side that opens or closes for one direction only', () => {
    const grid = new Grid(3, 3);
    const publisher = new GridPublisher(grid);
    const follower = new GridFollower(publisher.published);
    for (const sides of [{ enter: 1, leave: 2 }, { enter: 3, leave: 2 }, { enter: 3, leave: 4 }, { enter: 3 }, { leave: 4 }, {}]) {
      grid.setSides(1, 1, sides);
      publisher.publish();
      follower.update();
      expect(contents(follower.grid)).toBe(contents(grid));
    }
  });

  test('a follower shows one complete publication, wherever reads and writes interleave', () => {
    const { load, store } = Atomics;
    for (let seed = 0; seed < runs(4); seed++) {
      const random = seededRandom(2000 + seed);
      const world = new EditedWorld(seed);
      const publisher = new GridPublisher(world.grid);
      const [reader, interrupter] = [new GridFollower(publisher.published), new GridFollower(publisher.published)];
      const published = new Map<number, Set<string>>();
      const note = (): void => void published.set(world.grid.version, (published.get(world.grid.version) ?? new Set()).add(contents(world.grid)));
      note();
      let [busy, interruptions] = [false, 0];
      const between = (chance: number, act: () => void): void => {
        if (busy || random() > chance) return;
        busy = true;
        interruptions++;
        act();
        busy = false;
      };
      const edit = (): void => {
        world.edit();
        note();
        publisher.publish();
      };
      // Rarely, and then many at once: the ring overflows in the middle of a record.
      const loading = (...of: Parameters<typeof load>): bigint => {
        between(0.002, () => {
          for (let i = Math.floor(30 * random()); i >= 0; i--) edit();
        });
        return load(...of);
      };
      const storing = (...of: Parameters<typeof store>): bigint => {
        between(0.02, () => {
          const version = interrupter.update();
          expect(published.get(version)?.has(contents(interrupter.grid)), `version ${version}`).toBe(true);
        });
        return store(...of);
      };
      Object.assign(Atomics, { load: loading, store: storing });
      try {
        for (let step = 0; step < 50; step++) {
          if (random() < 0.5) edit();
          const version = reader.update();
          expect(published.get(version)?.has(contents(reader.grid)), `version ${version}`).toBe(true);
        }
      } finally {
        Object.assign(Atomics, { load, store });
      }
      expect(interruptions).toBeGreaterThan(20);
    }
  });

  test('a grid of any kind is the same for a follower', () => {
    fc.assert(
      fc.property(worlds({ sides: true }), (world) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
        const { grid: copy, version } = new GridFollower(new GridPublisher(grid).published);
        expect(version).toBe(grid.version);
        expect(contents(copy)).toBe(contents(grid));
        expect([copy.movement, copy.corners, copy.steps]).toEqual([grid.movement, grid.corners, grid.steps]);
      }),
      { numRuns: runs(300), seed: 1 },
    );
  });

  test('more edits than a grid remembers, and edits that change no arc, are published too', () => {
    const grid = new Grid(40, 40);
    const publisher = new GridPublisher(grid);
    const follower = new GridFollower(publisher.published);
    for (let i = 0; i < 1600; i++) grid.setCost(i % 40, Math.floor(i / 40), 1 + (i % 9));
    publisher.publish();
    follower.update();
    expect(follower.grid.toArray()).toEqual(grid.toArray());
    const { version } = grid;
    publisher.publish();
    expect(follower.update()).toBe(version);
  });

  test('two publishers of one grid send all its edits', () => {
    const grid = new Grid(9, 9), publishers = [new GridPublisher(grid), new GridPublisher(grid)], followers = publishers.map(({ published }) => new GridFollower(published));
    for (let i = 0; i < 60; i++) {
      grid.setCost(i % 9, i % 7, i % 5);
      if (i % 3 > 0) publishers[i % 2].publish();
    }
    for (const [k, publisher] of publishers.entries()) {
      publisher.publish();
      expect([followers[k].update(), followers[k].grid.toArray()]).toEqual([grid.version, grid.toArray()]);
    }
  });

  test('a follower keeps no memory of the first copy of the map', () => {
    const follower = new GridFollower(new GridPublisher(new Grid(256, 256)).published);
    const { log, list } = follower as unknown as { log: { scratch: Int32Array }; list: { vertices: Uint32Array } };
    expect([log.scratch.length < 1000, list.vertices.length]).toEqual([true, 0]);
  });

  test('takes nine bytes a cell', () => {
    const { memory } = new GridPublisher(new Grid(512, 512)).published;
    expect(memory.byteLength / 512 ** 2).toBeCloseTo(9, 2);
  });

  test('a buffer without a published grid is rejected', () => {
    const { published } = new GridPublisher(new Grid(2, 2));
    expect(() => new GridFollower(JSON.parse(JSON.stringify(published)) as PublishedGrid)).toThrow('post that object to this thread, not its JSON');
    expect(() => new GridPublisher({} as Grid)).toThrow('GridPublisher');
  });
});
