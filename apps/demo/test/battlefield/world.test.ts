import { availableParallelism, cpus, loadavg } from 'node:os';
import { expect, test } from 'vitest';
import type { Collisions, FromWorker, Meter } from '../../src/battlefield/messages.ts';
import { FREE, planners, SEEN } from '../../src/battlefield/messages.ts';
import { World } from '../../src/battlefield/world.ts';

type Frame = Extract<FromWorker, { kind: 'frame' }>;

/** A world, the data that the page has of it, and frames of it. */
class Battle {
  readonly world = new World();
  readonly looks: Uint8Array;
  places: Uint16Array = new Uint16Array(0);

  /** With enough time for all plans of a frame, so that a battle takes the same course on every machine. */
  constructor(readonly size: number, readonly characters: number, budget = 10_000, readonly collisions: Collisions = 'pass') {
    const map = this.world.take({ kind: 'begin', size, seed: 1, characters, planner: 'jps-shared', budget, collisions });
    if (map?.kind !== 'map') throw new Error('A battle begins with a map.');
    this.looks = map.looks;
  }

  frame(): Meter {
    const frame = this.world.frame() as Frame;
    for (let i = 0; i < frame.changes.length; i += 2) this.looks[frame.changes[i]] = frame.changes[i + 1];
    this.places = frame.places;
    return frame.meter;
  }

  /** Runs frames until no character has moved for a second; returns the last meter. */
  rest(most = 4000): Meter {
    for (let i = 0, quiet = 0; i < most; i++) {
      const meter = this.frame();
      expect(this.everyoneStandsOnGround()).toBe(true);
      quiet = meter.moved === 0 && meter.waiting === 0 ? quiet + 1 : 0;
      if (quiet > 60) return meter;
    }
    throw new Error(`Somebody still moves after ${most} frames.`);
  }

  everyoneStandsOnGround(): boolean {
    for (let i = 0; i < this.places.length; i += 2) if ((this.looks[this.cell(i >> 1)] & FREE) === 0) return false;
    return true;
  }

  cell(character: number): number {
    return this.places[2 * character + 1] * this.size + this.places[2 * character];
  }
}

const firstUnits = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

test('companies set out at once and arrive, and no character stands on another', () => {
  const battle = new Battle(128, 100);
  expect(battle.frame().moved).toBeGreaterThan(0);
  const { planned } = battle.rest();
  expect(planned).toBeGreaterThan(0);
  expect(new Set(firstUnits(100).map((i) => battle.cell(i))).size).toBe(100);
});

test('characters that avoid each other never share a cell, and fill the ground around one goal', () => {
  const battle = new Battle(128, 100, 10_000, 'avoid');
  const apart = (): number => new Set(firstUnits(100).map((i) => battle.cell(i))).size;
  battle.frame();
  battle.world.take({ kind: 'order', characters: firstUnits(100), x: 64, y: 64 });
  for (let i = 0, quiet = 0; quiet < 60; i++) {
    expect(i).toBeLessThan(4000);
    quiet = battle.frame().moved === 0 ? quiet + 1 : 0;
    expect(apart()).toBe(100);
  }
  const far = firstUnits(100).filter((i) => Math.hypot(battle.places[2 * i] - battle.places[0], battle.places[2 * i + 1] - battle.places[1]) > 24);
  expect(far).toEqual([]);
});

test('characters that share cells get separate cells when they start to avoid each other', () => {
  const battle = new Battle(128, 100);
  for (let i = 0; i < 40; i++) battle.frame();
  battle.world.take({ kind: 'collisions', collisions: 'avoid' });
  for (let i = 0; i < 100; i++) {
    battle.frame();
    expect(new Set(firstUnits(100).map((k) => battle.cell(k))).size).toBe(100);
  }
});

test('characters that get cells of their own get none that nobody has seen: it may be a wall', () => {
  const battle = new Battle(128, 1000);
  battle.world.take({ kind: 'order', characters: firstUnits(1000), x: 118, y: 118 });
  for (let i = 0; i < 40; i++) battle.frame();
  expect(new Set(firstUnits(1000).map((i) => battle.cell(i))).size).toBeLessThan(500);
  battle.world.take({ kind: 'collisions', collisions: 'avoid' });
  battle.places = (battle.world.still() as Frame).places;
  expect(firstUnits(1000).filter((i) => battle.looks[battle.cell(i)] !== FREE + SEEN)).toEqual([]);
});

test('walls built across their paths make them plan again, and they still arrive', () => {
  const battle = new Battle(128, 60);
  battle.rest();
  const [x, y] = [battle.places[118], battle.places[119]];
  battle.world.take({ kind: 'order', characters: firstUnits(60), x, y });
  for (let i = 0; i < 10; i++) battle.frame();
  const before = battle.frame().planned;
  // Walls around some of them, but not on cells with characters; then an exit.
  const centres = [0, 20, 40].map((i) => ({ x: battle.places[2 * i], y: battle.places[2 * i + 1] }));
  for (const centre of centres) battle.world.take({ kind: 'build', ...centre, radius: 3, wall: true });
  for (let i = 0; i < 5; i++) battle.frame();
  for (const centre of centres) battle.world.take({ kind: 'build', ...centre, radius: 5, wall: false });
  const { planned } = battle.rest();
  expect(planned).toBeGreaterThan(before);
  for (const i of firstUnits(60)) expect(Math.hypot(battle.places[2 * i] - x, battle.places[2 * i + 1] - y)).toBeLessThan(24);
});

test('the planner can be switched during the walk: no character jumps, and all arrive', () => {
  const battle = new Battle(128, 60);
  battle.rest();
  battle.world.take({ kind: 'order', characters: firstUnits(60), x: 100, y: 100 });
  for (const [planner] of planners) {
    for (let i = 0; i < 8; i++) battle.frame();
    const before = battle.places.slice();
    battle.world.take({ kind: 'planner', planner });
    battle.frame();
    battle.places.forEach((at, i) => expect(Math.abs(at - before[i])).toBeLessThanOrEqual(1));
  }
  battle.rest();
  for (const i of firstUnits(60)) expect(Math.hypot(battle.places[2 * i] - 100, battle.places[2 * i + 1] - 100)).toBeLessThan(24);
});

test('a group that avoids each other and has arrived stays where it is under another planner; on the way it still fills the ground around its goal', () => {
  const battle = new Battle(128, 100, 10_000, 'avoid');
  battle.frame();
  const order = (x: number, y: number): void => void battle.world.take({ kind: 'order', characters: firstUnits(100), x, y });
  order(64, 64);
  battle.rest();
  const before = [...battle.places];
  battle.world.take({ kind: 'planner', planner: 'a-star' });
  for (let i = 0; i < 60; i++) battle.frame();
  expect([...battle.places]).toEqual(before);
  order(100, 100);
  for (let i = 0; i < 8; i++) battle.frame();
  battle.world.take({ kind: 'planner', planner: 'jps' });
  const { waiting } = battle.rest();
  expect(waiting).toBe(0);
  expect(firstUnits(100).filter((i) => Math.hypot(battle.places[2 * i] - battle.places[0], battle.places[2 * i + 1] - battle.places[1]) > 24)).toEqual([]);
});

test.each(['d-star-lite', 'mpaa', 'adaptive'] as const)('%s: each character has its own planner, which repairs its path around new walls', (planner) => {
  const battle = new Battle(128, 40);
  battle.frame();
  const [x, y] = [...battle.places];
  battle.rest();
  battle.world.take({ kind: 'planner', planner });
  battle.world.take({ kind: 'order', characters: firstUnits(40), x, y });
  // Once all have paths, some are walled in, and then freed.
  for (let i = 0; i < 200 && battle.frame().waiting > 0; i++);
  const before = battle.frame();
  expect(before.repairing).toBe(40);
  const centres = [0, 20, 39].map((i) => ({ x: battle.places[2 * i], y: battle.places[2 * i + 1] }));
  for (const centre of centres) battle.world.take({ kind: 'build', ...centre, radius: 3, wall: true });
  for (let i = 0; i < 5; i++) battle.frame();
  for (const centre of centres) battle.world.take({ kind: 'build', ...centre, radius: 5, wall: false });
  const { planned } = battle.rest();
  expect(planned).toBeGreaterThan(before.planned);
  for (const i of firstUnits(40)) expect(Math.hypot(battle.places[2 * i] - x, battle.places[2 * i + 1] - y)).toBeLessThan(16);
});

test('on a large map some characters have their own planner, as many as memory allows, in every company', () => {
  const battle = new Battle(512, 1000);
  battle.world.take({ kind: 'planner', planner: 'mpaa' });
  expect(battle.frame().repairing).toBe(30);
  battle.world.take({ kind: 'planner', planner: 'jps-shared' });
  expect(battle.frame().repairing).toBe(0);
});

test('an order to a wall leads to the ground beside it', () => {
  const battle = new Battle(128, 20);
  battle.rest();
  const wall = battle.looks.findIndex((look) => look === SEEN);
  const [x, y] = [wall % 128, Math.floor(wall / 128)];
  battle.world.take({ kind: 'order', characters: firstUnits(20), x, y });
  battle.rest();
  for (const i of firstUnits(20)) expect(Math.hypot(battle.places[2 * i] - x, battle.places[2 * i + 1] - y)).toBeLessThan(16);
});

test('a thousand characters on 512 × 512: what a frame takes', () => {
  const battle = new Battle(512, 1000, 4);
  const processor: number[] = [];
  const wall: number[] = [];
  for (let i = 0; i < 600; i++) {
    if (i === 300) battle.world.take({ kind: 'order', characters: firstUnits(1000), x: 300, y: 200 });
    const before = process.cpuUsage();
    wall.push(battle.frame().milliseconds);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  const p95 = (values: number[]): string => values.sort((a, b) => a - b)[Math.floor(0.95 * values.length)].toFixed(1);
  console.log(`1000 characters, 512 × 512, 600 frames in Node: p95 ${p95(processor)} ms of processor time, ${p95(wall)} ms by the clock, of 16.7. `
    + `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}.`);
  expect(battle.everyoneStandsOnGround()).toBe(true);
});
