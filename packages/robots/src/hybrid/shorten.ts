import type { Curve, CurveSegment } from '../curves/curve.ts';
import { along, curveOf } from '../curves/curve.ts';
import type { Pose } from '../maps/map-frame.ts';
import type { DriveCost } from './drive-cost.ts';

/** Parts of up to this many pieces are replaced; the length is halved down to pairs. */
const PASSES = 3;

/** A piece of a drive: where it begins, and what it costs. */
interface Piece {
  readonly from: Pose;
  readonly segment: CurveSegment;
  readonly cost: number;
}

/**
 * Replaces parts of a curve by other curves between their ends, if these are free and cost less. No arc of the result has a smaller radius.
 * Yields after each attempt.
 */
export function* shorten(start: Pose, curve: Curve, drive: DriveCost, piece: number): Generator<undefined, Curve> {
  let pieces = cut(start, curve.segments, drive, piece);
  for (let pass = 0; pass < PASSES; pass++) {
    const before = pieces.length;
    let changed = false;
    for (let span = pieces.length; span >= 2; span = Math.floor(span / 2)) {
      for (let i = 0; i + span <= pieces.length; i += Math.max(1, Math.floor(span / 4))) {
        const better = detour(pieces, i, i + span, drive);
        yield;
        if (better === undefined) continue;
        const others = cut(pieces[i].from, better.segments, drive, piece);
        pieces = [...pieces.slice(0, i), ...others, ...pieces.slice(i + span)];
        changed = true;
        // Continues behind it. The replacement may have more pieces, and would be replaced again and again.
        i += others.length;
      }
    }
    if (!changed && pieces.length === before) break;
  }
  return join(curve.radius, pieces.map(({ segment }) => segment));
}

/** A cheaper free curve in place of pieces `i` to `j`. */
function detour(pieces: readonly Piece[], i: number, j: number, drive: DriveCost): Curve | undefined {
  const gearOf = (k: number): number => Math.sign(pieces[k]?.segment.length ?? 0);
  const { from } = pieces[i];
  const { from: at, segment: { turn, length } } = pieces[j - 1];
  let cost = drive.change(gearOf(i - 1), gearOf(i));
  for (let k = i; k < j; k++) cost += pieces[k].cost + drive.change(gearOf(k), gearOf(k + 1));
  const curves = drive.curves(from, along(at, turn, length, drive.radius), gearOf(i - 1), gearOf(j));
  return drive.cheapest(from, curves, gearOf(i - 1), gearOf(j), cost * (1 - 1e-9) - 1e-9)?.curve;
}

/** Cuts a curve into pieces that are no longer than `longest`. */
function cut(start: Pose, segments: readonly CurveSegment[], drive: DriveCost, longest: number): Piece[] {
  let from = start;
  return segments.flatMap(({ turn, length }) => {
    const n = Math.max(1, Math.ceil(Math.abs(length) / longest - 1e-9));
    return Array.from({ length: n }, () => {
      const segment = { turn, length: length / n };
      const piece = { from, segment, cost: drive.segment(from, segment) };
      from = along(from, turn, segment.length, drive.radius);
      return piece;
    });
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
  return curveOf(radius, joined);
}
