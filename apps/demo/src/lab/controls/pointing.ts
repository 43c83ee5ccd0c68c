import { isMain } from '../../keys.ts';
import { stroke } from '../../stroke.ts';
import type { Grip } from './gestures.ts';
import type { Place } from '../scenario/scenario.ts';

/** Handlers of pointer events on a map. Cells may lie outside the map. */
interface Hands {
  readonly cellAt: (at: PointerEvent | Touch) => Place;
  /** What a press at this cell drags, if anything. A finger is less exact than a cell. */
  readonly gripAt: (place: Place, byFinger: boolean) => Grip | undefined;
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
  /** Which pointer holds it: a second finger neither leads it nor lets it go. */
  let holder: number | undefined;
  const isFinger = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch';
  const letGo = (): void => {
    grip = holder = undefined;
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (!isMain(event)) return;
    last = cellAt(event);
    hover(last);
    grip = gripAt(last, isFinger(event));
    if (grip === undefined) return;
    holder = event.pointerId;
    canvas.setPointerCapture(holder);
    press(grip, last);
  });
  // A finger that holds nothing scrolls the page.
  canvas.addEventListener('touchstart', (event) => {
    if (gripAt(cellAt(event.touches[0]), true) !== undefined) event.preventDefault();
  }, { passive: false });
  canvas.addEventListener('pointermove', (event) => {
    if (holder !== undefined && event.pointerId !== holder) return;
    const place = cellAt(event);
    // It may have been let go of where the page does not hear of it.
    if ((event.buttons & 1) === 0) letGo();
    hover(place);
    if (grip !== undefined) lead(grip, stroke(last, place));
    last = place;
  });
  canvas.addEventListener('pointerup', (event) => {
    if (event.pointerId !== holder) return;
    letGo();
    if (isFinger(event)) hover(undefined);
  });
  canvas.addEventListener('pointercancel', (event) => {
    if (event.pointerId === holder) letGo();
    hover(undefined);
  });
  // A finger that held nothing has pointed at something: that is seen until the next tap.
  canvas.addEventListener('pointerleave', (event) => {
    if (!isFinger(event)) hover(undefined);
  });
  canvas.addEventListener('blur', () => hover(undefined));
}
