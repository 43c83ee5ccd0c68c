import { signArtifact } from '@pf/testkit';
import type { SeededRandom } from '../seeded-random.ts';
import type { Target } from './target.ts';

/** Maximum length of inputs, so that a slow input is not just a long one. */
const LONGEST = 4096;

/** Some mutations of an input of the corpus. Four in five mutated artifacts get a correct checksum and length. */
export function mutate(target: Target, corpus: readonly Uint8Array[], seeded: SeededRandom): Uint8Array {
  let bytes = seeded.pick(corpus);
  for (let wounds = 1 + seeded.int(4); wounds > 0; wounds--) bytes = wound(target, bytes, corpus, seeded);
  bytes = bytes.slice(0, LONGEST);
  return target.binary && seeded.chance(0.8) ? forged(bytes) : bytes;
}

function wound(target: Target, bytes: Uint8Array, corpus: readonly Uint8Array[], seeded: SeededRandom): Uint8Array {
  const at = seeded.int(bytes.length + 1);
  const span = 1 + seeded.int(seeded.pick([1, 8, 64]));
  switch (seeded.int(target.binary ? 8 : 6)) {
    case 0:
      return joined(bytes.subarray(0, at), bytes.subarray(at + span));
    case 1:
      return joined(bytes.subarray(0, at), bytes.subarray(at, at + span), bytes.subarray(at));
    case 2: {
      const other = seeded.pick(corpus);
      return joined(bytes.subarray(0, at), other.subarray(seeded.int(other.length + 1)));
    }
    case 3: {
      const word = target.words.length > 0 ? new TextEncoder().encode(seeded.pick(target.words)) : Uint8Array.of(seeded.int(256));
      return joined(bytes.subarray(0, at), word, bytes.subarray(at + (seeded.chance(0.5) ? word.length : 0)));
    }
    case 4:
      return changed(bytes, (copy) => (copy[at] ^= 1 << seeded.int(8)));
    case 5:
      return changed(bytes, (copy) => (copy[at] = target.binary ? seeded.int(256) : 32 + seeded.int(95)));
    case 6: {
      // A word of the header, the table or a section.
      const values = [0, 1, 2, 7, 8, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, seeded.int(2 ** 31)];
      return changed(bytes, (copy, view) => copy.length >= 4 && view.setUint32(4 * seeded.int(copy.length >> 2), seeded.pick(values), true));
    }
    default: {
      const values = [0, -1, 0.5, 2 ** 31, 2 ** 53, 1e300, Infinity, NaN, seeded.int(64)];
      return changed(bytes, (copy, view) => copy.length >= 8 && view.setFloat64(8 * seeded.int(copy.length >> 3), seeded.pick(values), true));
    }
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function changed(bytes: Uint8Array, act: (copy: Uint8Array, view: DataView) => unknown): Uint8Array {
  const copy = bytes.slice();
  act(copy, new DataView(copy.buffer));
  return copy;
}

/** An artifact with its correct length and checksum, as an attacker would send it. */
export function forged(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice(0, bytes.length & ~3);
  if (copy.length < 64) return copy;
  new DataView(copy.buffer).setFloat64(56, copy.length, true);
  signArtifact(copy.buffer);
  return copy;
}
