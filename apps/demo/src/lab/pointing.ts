import { stroke } from '../stroke.ts';
import type { Grip } from './gestures.ts';
import type { Place } from './scenario.ts';

/** What a pointer does on a map. All places may lie beyond its rim. */
interface Hands {
  readonly cellAt: (at: PointerEvent | Touch) => Place;
  /** What a press there takes hold of, if anything. */
  readonly gripAt: (place: Place) => Grip | undefined;
  /** Something has been taken hold of. */
  readonly press: (grip: Grip, place: Place) => void;
  /** It is led on over these cells. */
  readonly lead: (grip: Grip, cells: readonly Place[]) => void;
  readonly hover: (place: Place | undefined) => void;
}

/** The main button of a mouse, a finger or a pen takes hold of something and leads it over the map. */
export function listenTo(canvas: HTMLCanvasElement, { cellAt, gripAt, press, lead, hover }: Hands): void {
  let grip: Grip | undefined;
  let last: Place = [0, 0];
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    last = cellAt(event);
    grip = gripAt(last);
    if (grip === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    press(grip, last);
  });
  // A finger that holds nothing scrolls the page.
  canvas.addEventListener('touchstart', (event) => {
    if (gripAt(cellAt(event.touches[0])) !== undefined) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener('pointermove', (event) => {
    const place = cellAt(event);
    // It may have been let go of where the page does not hear of it.
    if ((event.buttons & 1) === 0) grip = undefined;
    hover(place);
    if (grip !== undefined) lead(grip, stroke(last, place));
    last = place;
  });
  for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, () => (grip = undefined));
  for (const end of ['pointerleave', 'blur'] as const) canvas.addEventListener(end, () => hover(undefined));
}
