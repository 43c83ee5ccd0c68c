import type { Curve, CurveSegment } from '../curves/curve.ts';
import { along } from '../curves/curve.ts';
import type { Pose } from '../maps/map-frame.ts';
import type { DriveCost } from './drive-cost.ts';

/** Parts of up to this many pieces are replaced; the length is halved down to pairs. */
const PASSES = 3;

/**
 * Replaces parts of a curve by the shortest curves between their ends, if these are free and cost less. No arc of the result has a smaller radius.
 */
export function shorten(start: Pose, curve: Curve, drive: DriveCost, piece: number): Curve {
  let segments = cut(curve.segments, piece);
  for (let pass = 0; pass < PASSES; pass++) {
    const before = segments.length;
    let changed = false;
    for (let span = segments.length; span >= 2; span = Math.floor(span / 2)) {
      for (let i = 0; i + span <= segments.length; i += Math.max(1, Math.floor(span / 4))) {
        const better = detour(start, segments, i, i + span, drive);
        if (better === undefined) continue;
        const pieces = cut(better, piece);
        segments = [...segments.slice(0, i), ...pieces, ...segments.slice(i + span)];
        changed = true;
        // Continues behind it. The replacement may have more pieces, and would be replaced again and again.
        i += pieces.length;
      }
    }
    if (!changed && segments.length === before) break;
  }
  return join(curve.radius, segments);
}

/** The shortest curve in place of pieces `i` to `j`, if it is free and costs less. */
function detour(start: Pose, segments: readonly CurveSegment[], i: number, j: number, drive: DriveCost): readonly CurveSegment[] | undefined {
  const { radius } = drive;
  let from = start;
  for (let k = 0; k < i; k++) from = along(from, segments[k].turn, segments[k].length, radius);
  let to = from;
  for (let k = i; k < j; k++) to = along(to, segments[k].turn, segments[k].length, radius);
  const between = drive.shortest(from, to);
  const gear = i === 0 ? 0 : Math.sign(segments[i - 1].length);
  const old = segments.slice(i, j);
  const after = (list: readonly CurveSegment[]): number => (j === segments.length || list.length === 0 ? 0 : drive.change(Math.sign(list[list.length - 1].length), segments[j].length));
  const cost = drive.curve(from, { ...between, segments: old }, gear) + after(old);
  const other = drive.curve(from, between, gear) + after(between.segments);
  return other < cost - 1e-9 * (1 + other) ? between.segments : undefined;
}

/** Splits pieces so that none is longer than `piece`. */
function cut(segments: readonly CurveSegment[], piece: number): CurveSegment[] {
  return segments.flatMap(({ turn, length }) => {
    const n = Math.max(1, Math.ceil(Math.abs(length) / piece - 1e-9));
    return Array.from({ length: n }, () => ({ turn, length: length / n }));
  });
}

/** A curve of these pieces, in which consecutive ones of the same kind are joined. */
export function join(radius: number, segments: readonly CurveSegment[]): Curve {
  const joined: CurveSegment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last !== undefined && last.turn === segment.turn && Math.sign(last.length) === Math.sign(segment.length)) joined[joined.length - 1] = { turn: last.turn, length: last.length + segment.length };
    else joined.push(segment);
  }
  return { radius, segments: joined, length: joined.reduce((sum, { length }) => sum + Math.abs(length), 0) };
}
