/** A whole number from 0 up to but not including `n`. */
export function below(n: number, random: () => number): number {
  return Math.floor(random() * n);
}
