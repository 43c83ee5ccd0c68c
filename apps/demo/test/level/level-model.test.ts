import { seededRandom } from '@pf/grid';
import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { placeCamera, TOP, VIEW_ANGLE } from '../../src/level/level-camera.ts';
import { LevelModel, STOREY } from '../../src/level/level-model.ts';

test('upstairs the path takes the ladder, without it the stairs, and with the door closed as well', () => {
  const model = new LevelModel();
  model.walker = { x: 15, y: 1, z: 0 };
  model.goTo({ x: 15, y: 12, z: STOREY });
  const byLadder = model.walk;
  expect(byLadder.points.some(({ link }) => link === model.ladder)).toBe(true);
  model.setLadder(false);
  expect(model.walk.points.every(({ link }) => link < 0)).toBe(true);
  expect(model.walk.cost).toBeGreaterThan(byLadder.cost);
  model.setDoor(false);
  expect(model.walk.cost).toBe(Infinity);
  model.setDoor(true);
  model.setLadder(true);
  expect(model.walk.cost).toBe(byLadder.cost);
});

test('a hole upstairs keeps the floor below, and is filled by a second click', () => {
  const model = new LevelModel();
  const { faceCount } = model.mesh;
  model.toggleHole({ x: 12, y: 11, z: STOREY });
  expect(Math.abs(model.mesh.height(12, 11, STOREY))).toBeLessThan(1e-9);
  model.walker = { x: 5, y: 11, z: STOREY };
  model.goTo({ x: 19, y: 11, z: STOREY });
  expect(model.walk.cost).toBeGreaterThan(14);
  model.walker = { x: 11, y: 11, z: 0 };
  model.goTo({ x: 19, y: 11, z: 0 });
  expect(model.walk.cost).toBeCloseTo(8, 9);
  model.toggleHole({ x: 12.5, y: 11.5, z: STOREY });
  expect(model.mesh.faceCount).toBe(faceCount);
  expect(model.mesh.height(12, 11, STOREY)).toBeCloseTo(STOREY, 9);
});

test('where there is no floor, no hole is cut', () => {
  const model = new LevelModel();
  for (const place of [{ x: 10, y: 2, z: STOREY }, { x: 30, y: 2, z: 0 }]) model.toggleHole(place);
  expect(model.holes).toEqual([]);
  // The edge of a floor is enough.
  model.toggleHole({ x: 10, y: 7.5, z: STOREY });
  expect(model.holes.length).toBe(1);
});

test('a walking character arrives, even if the floor under it is removed', () => {
  const model = new LevelModel();
  model.walker = { x: 5, y: 1, z: 0 };
  model.goTo({ x: 15, y: 12, z: STOREY });
  for (let i = 0; i < 20; i++) model.step(0.2);
  model.toggleHole(model.walker);
  for (let i = 0; i < 1000 && model.step(0.1); i++);
  expect(Math.hypot(model.walker.x - 15, model.walker.y - 12, model.walker.z - STOREY)).toBeLessThan(1e-6);
});

test('the door opens and closes under any holes, and closed it stays closed when they are filled', () => {
  const random = seededRandom(7);
  for (let world = 0; world < 30; world++) {
    const model = new LevelModel();
    model.setLadder(false);
    model.walker = { x: 1, y: 1, z: 0 };
    model.goTo({ x: 19, y: 12, z: 0 });
    const free = model.walk.cost;
    // Edits, in random order; the first hole covers the middle of the doorway.
    model.toggleHole({ x: 10, y: 4, z: 0 });
    for (let edit = 0; edit < 8; edit++) {
      if (random() < 0.4) model.setDoor(!model.isDoorOpen);
      else model.toggleHole({ x: 8.5 + 3 * random(), y: 2.5 + 3 * random(), z: 0 });
      if (!model.isDoorOpen) expect(model.walk.cost).toBe(Infinity);
    }
    for (const { at } of [...model.holes]) model.toggleHole(at);
    expect(model.walk.cost, `world ${world}`).toBe(model.isDoorOpen ? free : Infinity);
    model.setDoor(true);
    expect(model.walk.cost).toBe(free);
  }
});

test('the figures of a path stay while it is walked', () => {
  const model = new LevelModel();
  for (const [walker, goal, by] of [
    [{ x: 5, y: 1.5, z: 0 }, { x: 9, y: 1, z: 0 }, 'one floor'],
    [{ x: 15, y: 1, z: 0 }, { x: 15, y: 12, z: STOREY }, 'the ladder'],
    [{ x: 5, y: 1, z: 0 }, { x: 2, y: 12, z: STOREY }, 'the stairs'],
    [{ x: 8, y: 12, z: STOREY }, { x: 8, y: 5, z: 0 }, 'the jump'],
  ] as const) {
    model.walker = walker;
    model.goTo(goal);
    const { pointCount, cost } = model.walk;
    expect(pointCount).toBe(model.walk.points.length);
    for (let more = true; more; more = model.step(0.3)) expect([model.walk.by, model.walk.pointCount, model.walk.cost]).toEqual([by, pointCount, cost]);
  }
});

test('the camera sees the whole level from every side, on wide and narrow screens', () => {
  const camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.1, 200);
  let widest = 0;
  for (const aspect of [0.6, 1, 1.5, 2]) for (let angle = -4; angle < 4; angle += 0.05) {
    placeCamera(camera, angle, aspect);
    camera.updateMatrixWorld();
    for (const x of [-10, 10]) for (const y of [0, TOP]) for (const z of [-7, 7]) {
      const { x: across, y: up } = new Vector3(x, y, z).project(camera);
      widest = Math.max(widest, Math.abs(across), Math.abs(up));
    }
  }
  expect(widest).toBeLessThan(1);
  expect(widest).toBeGreaterThan(0.95);
});
