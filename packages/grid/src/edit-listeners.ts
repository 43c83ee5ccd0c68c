/** Whoever wants to be told of what changes. */
export class EditListeners<Told extends readonly unknown[]> {
  private readonly all = new Set<(...told: Told) => void>();

  get count(): number {
    return this.all.size;
  }

  /** Each call is an observer of its own, were it the same function twice; what is returned ends that. */
  add(observer: (...told: Told) => void): () => void {
    const own = (...told: Told): void => observer(...told);
    this.all.add(own);
    return () => this.all.delete(own);
  }

  /**
   * All are told, whoever throws, for nobody is told twice. What one has thrown comes out once all have been. Who comes while they are told was not there when
   * it happened, and who has left in the meantime is told no more.
   */
  tell(...told: Told): void {
    const errors: unknown[] = [];
    for (const observer of [...this.all]) {
      if (!this.all.has(observer)) continue;
      try {
        observer(...told);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
