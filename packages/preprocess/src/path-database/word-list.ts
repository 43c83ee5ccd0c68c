import { grown } from '@pf/graph/kit';

/** A growing array of words, appended one by one. */
export class WordList {
  length = 0;
  private words: Uint32Array;

  constructor(room: number) {
    this.words = new Uint32Array(room);
  }

  push(word: number): void {
    if (this.length === this.words.length) this.words = grown(this.words);
    this.words[this.length++] = word;
  }

  /** A copy of all words. */
  all(): Uint32Array {
    return this.words.slice(0, this.length);
  }
}

