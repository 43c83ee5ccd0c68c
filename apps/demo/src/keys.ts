/** Where an arrow key leads, on a map whose y grows downwards. */
export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Whether a key is meant for the browser, such as Ctrl r, and not for the page. */
export function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Whether a press draws, drags or selects: by the main button of a mouse, the first finger or a pen. On a Mac, Ctrl makes it the right button. */
export function isMain({ button, ctrlKey, isPrimary }: PointerEvent): boolean {
  return button === 0 && !ctrlKey && isPrimary;
}

/** Whether keys mean something else there. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'search') || (target instanceof HTMLElement && target.isContentEditable);
}
