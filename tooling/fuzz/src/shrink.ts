import type { Case, DigraphCase, Event, GridCase, MeshCase, QueueCase } from './case.ts';

/** The smallest case that still fails, by removing and simplifying parts until nothing more can go. Calls `fails` at most `attempts` times. */
export async function shrink(given: Case, fails: (smaller: Case) => boolean | Promise<boolean>, attempts = 3000): Promise<Case> {
  let least = given;
  for (let progress = true; progress;) {
    progress = false;
    for (const smaller of simpler(least)) {
      if (attempts-- <= 0) return least;
      if (JSON.stringify(smaller) === JSON.stringify(least) || !(await fails(smaller))) continue;
      least = smaller;
      progress = true;
      break;
    }
  }
  return least;
}

function* simpler(given: Case): Generator<Case> {
  switch (given.kind) {
    case 'grid':
      yield* simplerGrids(given);
      break;
    case 'digraph':
      yield* simplerDigraphs(given);
      break;
    case 'mesh':
      yield* simplerMeshes(given);
      break;
    default:
      yield* simplerQueues(given);
  }
}

/** The list without a half, a quarter … one of its items. */
function* without<T>(list: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = list.length - size; at > -size; at -= size) yield [...list.slice(0, Math.max(0, at)), ...list.slice(at + size)];
  }
}

function* simplerEvents(events: readonly Event[]): Generator<Event[]> {
  // Without a query first there is no start.
  for (const fewer of without(events)) if (fewer.length > 0 && fewer[0].what === 'query') yield fewer;
  for (const [i, event] of events.entries()) {
    for (const n of [0, 1, event.n >> 1]) if (n < event.n) yield events.with(i, { ...event, n });
  }
}

function* simplerGrids(given: GridCase): Generator<GridCase> {
  const { world, events } = given;
  for (const fewer of simplerEvents(events)) yield { ...given, events: fewer };
  for (let x = world.width - 1; x >= 0 && world.width > 1; x--) {
    yield {
      ...given,
      world: {
        ...world,
        width: world.width - 1,
        rows: world.rows.map((row) => row.slice(0, x) + row.slice(x + 1)),
        sides: world.sides.filter((sides) => sides.x !== x).map((sides) => ({ ...sides, x: sides.x > x ? sides.x - 1 : sides.x })),
      },
      events: events.map((event) => ({
        ...event,
        at: [event.at[0] > x ? event.at[0] - 1 : event.at[0], event.at[1]],
        to: [event.to[0] > x ? event.to[0] - 1 : event.to[0], event.to[1]],
      })),
    };
  }
  for (let y = world.height - 1; y >= 0 && world.height > 1; y--) {
    yield {
      ...given,
      world: {
        ...world,
        height: world.height - 1,
        rows: world.rows.filter((_, i) => i !== y),
        sides: world.sides.filter((sides) => sides.y !== y).map((sides) => ({ ...sides, y: sides.y > y ? sides.y - 1 : sides.y })),
      },
      events: events.map((event) => ({
        ...event,
        at: [event.at[0], event.at[1] > y ? event.at[1] - 1 : event.at[1]],
        to: [event.to[0], event.to[1] > y ? event.to[1] - 1 : event.to[1]],
      })),
    };
  }
  for (const sides of without(world.sides)) yield { ...given, world: { ...world, sides } };
  for (const [y, row] of world.rows.entries()) {
    for (const [x, cell] of [...row].entries()) {
      if (cell !== '.') yield { ...given, world: { ...world, rows: world.rows.with(y, `${row.slice(0, x)}.${row.slice(x + 1)}`) } };
    }
  }
  if (world.movement === 'eight') yield { ...given, world: { ...world, movement: 'four' } };
  if (world.corners !== 'never') yield { ...given, world: { ...world, corners: 'never' } };
  if (world.metric !== '5/7' && world.metric !== 'exact') for (const metric of ['exact', '5/7'] as const) yield { ...given, world: { ...world, metric } };
}

function* simplerDigraphs(given: DigraphCase): Generator<DigraphCase> {
  const {
    digraph: { vertexCount, arcs },
    events,
  } = given;
  for (const fewer of simplerEvents(events)) yield { ...given, events: fewer };
  for (const fewer of without(arcs)) yield { ...given, digraph: { vertexCount, arcs: fewer } };
  for (let v = vertexCount - 1; v >= 0 && vertexCount > 1; v--) {
    const moved = (u: number): number => (u > v ? u - 1 : u);
    yield {
      ...given,
      digraph: {
        vertexCount: vertexCount - 1,
        arcs: arcs.filter(([from, to]) => from !== v && to !== v).map(([from, to, cost]) => [moved(from), moved(to), cost]),
      },
      events: events.map((event) => ({ ...event, at: [moved(event.at[0]), 0], to: [moved(event.to[0]), 0] })),
    };
  }
  for (const [i, [from, to, cost]] of arcs.entries())
    if (cost !== 1) yield { ...given, digraph: { vertexCount, arcs: arcs.with(i, [from, to, cost === Math.round(cost) ? 1 : Math.max(1, Math.round(cost))]) } };
}

function* simplerMeshes(given: MeshCase): Generator<MeshCase> {
  const { outlines, holes, cuts, trips, sides } = given;
  for (const fewer of without(trips)) if (fewer.length > 0) yield { ...given, trips: fewer };
  for (const fewer of without(cuts)) yield { ...given, cuts: fewer };
  for (const fewer of without(holes)) yield { ...given, holes: fewer };
  for (const fewer of without(outlines)) if (fewer.length > 0) yield { ...given, outlines: fewer };
  for (const which of ['cuts', 'holes', 'outlines'] as const) {
    for (const [i, ring] of given[which].entries()) {
      if (ring.length > 3)
        for (let k = 0; k < ring.length; k++)
          yield {
            ...given,
            [which]: given[which].with(
              i,
              ring.filter((_, j) => j !== k),
            ),
          };
    }
  }
  if (sides !== 3) yield { ...given, sides: 3 };
}

function* simplerQueues(given: QueueCase): Generator<QueueCase> {
  for (const operations of without(given.operations)) yield { ...given, operations };
  if (given.ids > 1) yield { ...given, ids: given.ids - 1 };
  for (const [i, [verb, id, key, second]] of given.operations.entries()) {
    if (key > 0) yield { ...given, operations: given.operations.with(i, [verb, id, key >> 1, second]) };
    if (second > 0) yield { ...given, operations: given.operations.with(i, [verb, id, key, 0]) };
  }
}
