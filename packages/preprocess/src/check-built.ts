/** Throws for `new Type(world)`, which JavaScript allows. `part` is an argument of the constructor that only `build` and `load` pass. */
export function checkBuilt(part: unknown, type: string): void {
  if (part === undefined) throw new TypeError(`Call ${type}.build, or ${type}.load for what was saved, not new ${type}.`);
}
