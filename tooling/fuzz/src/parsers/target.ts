/** Something that reads bytes of unknown origin, and what is asked of what it has read. */
export interface Target {
  readonly name: string;
  /** Whether the input is an artifact, whose checksum a forger would put right. */
  readonly binary: boolean;
  readonly seeds: readonly Uint8Array[];
  /** What is worth to be put in. */
  readonly words: readonly string[];
  /** Reads and uses it; throws what the reader throws. */
  run(input: Uint8Array): void;
}

export const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A reader of text, its seeds, and what is worth to be put in. */
export function text(name: string, seeds: readonly string[], words: readonly string[], run: (text: string) => void): Target {
  return { name, binary: false, seeds: seeds.map((seed) => encoder.encode(seed)), words, run: (input) => run(decoder.decode(input)) };
}
