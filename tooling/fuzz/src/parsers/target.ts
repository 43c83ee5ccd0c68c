/** A reader of untrusted bytes, and checks of its result. */
export interface Target {
  readonly name: string;
  /** Whether the input is an artifact, whose checksum an attacker would correct. */
  readonly binary: boolean;
  readonly seeds: readonly Uint8Array[];
  /** Words to insert. */
  readonly words: readonly string[];
  /** Reads the input and uses the result; throws the reader's error. */
  run(input: Uint8Array): void;
}

export const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A reader of text, its seeds, and words to insert. */
export function text(name: string, seeds: readonly string[], words: readonly string[], run: (text: string) => void): Target {
  return { name, binary: false, seeds: seeds.map((seed) => encoder.encode(seed)), words, run: (input) => run(decoder.decode(input)) };
}
