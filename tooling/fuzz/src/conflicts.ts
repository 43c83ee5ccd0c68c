type Cell = readonly [x: number, y: number];

/**
 * The first conflict between two rows of positions, by plain comparison of cells: two units in one, two that swapped, two diagonal steps that crossed, a step
 * to a cell that is not beside, or one into a blocked cell. Shares no code with the packages.
 */
export function firstConflict(before: readonly Cell[], after: readonly Cell[], isFree: (x: number, y: number) => boolean): string | undefined {
  const taken = new Map<string, number>();
  const steps = new Map<string, number>();
  for (const [unit, [x, y]] of after.entries()) {
    const other = taken.get(`${x} ${y}`);
    if (other !== undefined) return `units ${other} and ${unit} are both at (${x}, ${y})`;
    taken.set(`${x} ${y}`, unit);
    const [fromX, fromY] = before[unit];
    if (fromX === x && fromY === y) continue;
    if (Math.abs(x - fromX) > 1 || Math.abs(y - fromY) > 1) return `unit ${unit} went from (${fromX}, ${fromY}) to (${x}, ${y}) in one step`;
    if (!isFree(x, y)) return `unit ${unit} stepped into the blocked cell (${x}, ${y})`;
    // Both ends of a step have the same middle as those of a swap or a crossing.
    const middle = `${x + fromX} ${y + fromY}`;
    const met = steps.get(middle);
    if (met !== undefined) return `units ${met} and ${unit} met between (${fromX}, ${fromY}) and (${x}, ${y})`;
    steps.set(middle, unit);
  }
  return undefined;
}
