import { expect, test } from 'vitest';
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

test('a walking character arrives, even if the floor under it is removed', () => {
  const model = new LevelModel();
  model.walker = { x: 5, y: 1, z: 0 };
  model.goTo({ x: 15, y: 12, z: STOREY });
  for (let i = 0; i < 20; i++) model.step(0.2);
  model.toggleHole(model.walker);
  for (let i = 0; i < 1000 && model.step(0.1); i++);
  expect(Math.hypot(model.walker.x - 15, model.walker.y - 12, model.walker.z - STOREY)).toBeLessThan(1e-6);
});
