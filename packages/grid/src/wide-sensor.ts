import { nextStamp } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import type { Sensor, SensorRows } from './sensors.ts';
import { ofRows, roomFor, senseWithin } from './sensors.ts';

/** Offsets from one cell, row by row. */
interface Places {
  readonly dx: readonly number[];
  readonly dy: readonly number[];
}

/** By vertex, the last look that saw it, and the number of looks. Many sensors can share it. */
export interface Looks {
  seenAt: Uint32Array;
  count: number;
}

/** A sensor, for maps like `grid`, that sees all that `sensor` sees from any of these offsets. */
export function fromAllOf(sensor: Sensor, grid: Grid, places: Places, looks: Looks): Sensor {
  if (sensor.rows === undefined) return fromEach(sensor, grid, places, looks);
  const rows = joined(sensor.rows(grid), places);
  return { ...ofRows(rows), rows: () => rows };
}

function fromEach(sensor: Sensor, grid: Grid, { dx, dy }: Places, looks: Looks): Sensor {
  const sight = new Uint32Array(roomFor(sensor, grid));
  if (looks.seenAt.length === 0) looks.seenAt = new Uint32Array(grid.vertexCount);
  const { seenAt } = looks;
  return {
    most: Math.min(sensor.most * dx.length, grid.width * grid.height),
    distinct: true,
    sense(truth, v, seen) {
      const now = (looks.count = nextStamp(seenAt, looks.count));
      let n = 0;
      for (let i = 0; i < dx.length; i++) {
        const x = grid.x(v) + dx[i];
        const y = grid.y(v) + dy[i];
        if (!grid.contains(x, y)) continue;
        const from = senseWithin(sensor, truth, grid.vertex(x, y), sight);
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

/** Adjacent cells of a row. */
interface Row {
  readonly y: number;
  readonly first: number;
  last: number;
}

/** The offsets, adjacent ones joined to rows. */
function rowsOf({ dx, dy }: Places): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < dx.length; i++) {
    const before = rows.at(-1);
    if (before !== undefined && before.y === dy[i] && before.last + 1 === dx[i]) before.last = dx[i];
    else rows.push({ y: dy[i], first: dx[i], last: dx[i] });
  }
  return rows;
}

/** The union of the rows at all offsets, from top to bottom and left to right, with adjacent rows joined. */
function joined(rows: SensorRows, places: Places): SensorRows {
  const all: Row[] = [];
  for (const { y, first, last } of rowsOf(places)) {
    for (let j = 0; j < rows.dy.length; j++) all.push({ y: rows.dy[j] + y, first: rows.dx[j] + first, last: rows.dx[j] + rows.length[j] - 1 + last });
  }
  all.sort((a, b) => a.y - b.y || a.first - b.first);
  const kept: Row[] = [];
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
