/** What went wrong on the page, by source: one that is well again removes only its own sentence. */
export class Complaints {
  private readonly sentences = new Map<string, string>();

  /** Keeps the last sentence of a source; an empty one removes it. */
  report(source: string, sentence: string): void {
    this.sentences.delete(source);
    if (sentence !== '') this.sentences.set(source, sentence);
  }

  clear(): void {
    this.sentences.clear();
  }

  /** The sentences, each once: two contenders may fail for the same reason. */
  get text(): string {
    return [...new Set(this.sentences.values())].join(' ');
  }
}
