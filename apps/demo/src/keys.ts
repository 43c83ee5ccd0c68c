/** Where an arrow key leads, on a map whose y grows downwards. */
export const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Whether a key is meant for the browser, such as Ctrl r, and not for the page. */
export function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Whether a press draws, drags or selects: by the main button of a mouse, the first finger or a pen. */
export function isMain(event: PointerEvent): boolean {
  return event.button === 0 && event.isPrimary && !isRight(event);
}

/** Whether a press is one of the right button: on a Mac, Ctrl makes it of the main one. */
export function isRight({ button, ctrlKey }: PointerEvent): boolean {
  return button === 2 || (button === 0 && ctrlKey && navigator.platform.startsWith('Mac'));
}

/** Pixels: a pointer that moves no farther clicks, and drags nothing. */
const CLICK = 5;

/** Whether a pointer is farther from where it was pressed than in a click. */
export function isDragged(pressed: MouseEvent, { clientX, clientY }: MouseEvent): boolean {
  return Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) > CLICK;
}

/** Whether keys mean something else there. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'search') || (target instanceof HTMLElement && target.isContentEditable);
}
