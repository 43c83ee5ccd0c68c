import type { Grid } from './grid.ts';
import type { Sensor, SensorRows } from './sensors.ts';
import { ofRows, senseWithin } from './sensors.ts';

/** Places, counted from one cell. */
interface Places {
  readonly dx: readonly number[];
  readonly dy: readonly number[];
}

/** Sees on maps like `grid` all that `sensor` sees from any of these places around its own. */
export function fromAllOf(sensor: Sensor, grid: Grid, places: Places): Sensor {
  if (sensor.rows === undefined) return fromEach(sensor, places);
  const rows = joined(sensor.rows(grid), places);
  return { ...ofRows(rows), rows: () => rows };
}

function fromEach(sensor: Sensor, { dx, dy }: Places): Sensor {
  const sight = new Uint32Array(sensor.most);
  let seenAt = new Uint32Array(0);
  let looks = 0;
  return {
    most: sensor.most * dx.length,
    sense(grid, v, seen) {
      if (seenAt.length < grid.vertexCount) seenAt = new Uint32Array(grid.vertexCount);
      const now = ++looks;
      let n = 0;
      for (let i = 0; i < dx.length; i++) {
        const x = grid.x(v) + dx[i];
        const y = grid.y(v) + dy[i];
        if (!grid.contains(x, y)) continue;
        const from = senseWithin(sensor, grid, grid.vertex(x, y), sight);
        for (let j = 0; j < from; j++) {
          if (seenAt[sight[j]] === now) continue;
          seenAt[sight[j]] = now;
          seen[n++] = sight[j];
        }
      }
      return n;
    },
  };
}

/** The rows around all of the places, from top to bottom and left to right, those that touch being one. */
function joined(rows: SensorRows, places: Places): SensorRows {
  const all: { y: number; first: number; last: number }[] = [];
  for (let i = 0; i < places.dx.length; i++) {
    for (let j = 0; j < rows.dy.length; j++) {
      const first = rows.dx[j] + places.dx[i];
      all.push({ y: rows.dy[j] + places.dy[i], first, last: first + rows.length[j] - 1 });
    }
  }
  all.sort((a, b) => a.y - b.y || a.first - b.first);
  const kept: typeof all = [];
  for (const row of all) {
    const before = kept.at(-1);
    if (before !== undefined && before.y === row.y && row.first <= before.last + 1) before.last = Math.max(before.last, row.last);
    else kept.push(row);
  }
  return {
    dx: Int32Array.from(kept, ({ first }) => first),
    dy: Int32Array.from(kept, ({ y }) => y),
    length: Int32Array.from(kept, ({ first, last }) => last - first + 1),
  };
}
