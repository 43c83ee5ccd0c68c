/** `n` runs of a property, times the environment variable PF_RUNS. */
export function runs(n: number): number {
  return Math.ceil(n * Number(process.env['PF_RUNS'] ?? 1));
}
