/** Where an arrow key leads, on a map whose y grows downwards. */
export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Whether a key is meant for the browser, such as Ctrl r, and not for the page. */
export function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Whether keys mean something else there. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'search') || (target instanceof HTMLElement && target.isContentEditable);
}
