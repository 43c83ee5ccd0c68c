/** The mean of the last values, for a figure that is readable though it changes with every frame. */
export class RecentMean {
  private readonly values: number[] = [];
  private readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  add(value: number): void {
    this.values.push(value);
    if (this.values.length > this.length) this.values.shift();
  }

  clear(): void {
    this.values.length = 0;
  }

  /** Rounded up, so that it is 0 only if all values are. */
  get mean(): number {
    const { values } = this;
    return Math.ceil(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  }
}
