import type { Pose } from '@pf/robots';

/**
 * The shortest curve of a car that drives both ways, by brute force: every word of Reeds and Shepp with every choice of turns, gears and solutions,
 * each solved from the centres of its circles as complex numbers. More than their 48 words are tried, since gears are not restricted; all are
 * feasible curves. Shares no code and no formula with `reedsShepp`.
 *
 * An arc that turns by σ = ±1 from heading θ at point p lies on the circle around p + iσ·exp(iθ). The next arc turns to the other side, around c −
 * 2iσ·exp(iθ); a line of signed length s leads to the circle around c + (s + i(σ' − σ))·exp(iθ). So the difference between the first centre and the
 * last is exp(iθ) times a number with the unknowns.
 */
export function shortestByWords(from: Pose, to: Pose): number {
  let best = Infinity;
  for (const first of [1, -1]) {
    for (const last of [1, -1]) {
      // From the centre of the first circle to that of the last.
      const x = to.x - last * Math.sin(to.heading) - from.x + first * Math.sin(from.heading);
      const y = to.y + last * Math.cos(to.heading) - from.y - first * Math.cos(from.heading);
      const d = Math.hypot(x, y);
      const direction = Math.atan2(y, x);
      /** The outer arcs, given the heading after the first, the heading before the last, and the middle part. */
      const close = (leaves: number, enters: number, between: number): void => {
        const length = between + shorterArc(leaves - from.heading) + shorterArc(to.heading - enters);
        if (length < best) best = length;
      };
      for (const second of [0, 1, -1]) {
        for (const beforeLast of [0, 1, -1]) {
          // C S C, C C½ S C, C S C½ C, C C½ S C½ C: arcs beside the line are quarters, driven either way.
          const gap = (beforeLast === 0 ? last : -last) - (second === 0 ? first : -first);
          if (d < Math.abs(gap)) continue;
          const root = Math.sqrt(d * d - gap * gap);
          for (const along of [root, -root]) {
            const s = along - 2 * second - 2 * beforeLast;
            const heading = direction - Math.atan2(gap, along);
            const quarters = (Math.PI / 2) * (Math.abs(second) + Math.abs(beforeLast));
            close(heading - (second * -first * Math.PI) / 2, heading + (beforeLast * -last * Math.PI) / 2, Math.abs(s) + quarters);
          }
        }
      }
      if (first === last) {
        // C C C: the middle circle touches both, on either side.
        if (d > 4) continue;
        const bend = Math.acos(d / 4);
        for (const side of [bend, -bend]) {
          // Headings at which the arcs meet, from the angle between the centres.
          const leaves = direction + side + (first * Math.PI) / 2;
          const enters = direction - side - (first * Math.PI) / 2;
          for (const middle of bothArcs(enters - leaves)) close(leaves, enters, middle);
        }
        continue;
      }
      // C Cu Cu C: two arcs of equal length in the middle; in different gears, then in the same.
      for (const [cosine, isSame] of [[(1 + d / 2) / 2, false], [(1 - d / 2) / 2, false], [(20 - d * d) / 16, true]] as const) {
        if (Math.abs(cosine) > 1) continue;
        for (const u of [Math.acos(cosine), -Math.acos(cosine)]) {
          const turned = -first * u;
          const net = isSame ? 0 : 2 * turned;
          // −2iσ(1 − exp(i·turned) + exp(i·net))
          const re = 1 - Math.cos(turned) + Math.cos(net);
          const im = -Math.sin(turned) + Math.sin(net);
          const heading = direction - Math.atan2(-first * re, first * im);
          close(heading, heading + net, 2 * Math.abs(u));
        }
      }
    }
  }
  return best;
}

/** The length of an arc that turns the heading by `angle`, driven the shorter way, forwards or backwards. */
function shorterArc(angle: number): number {
  return Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));
}

function bothArcs(angle: number): readonly [number, number] {
  const short = shorterArc(angle);
  return [short, 2 * Math.PI - short];
}
