import { showColours } from '../../element.ts';
import { palette } from '../../palette.ts';
import type { Recording } from '../recordings/recording.ts';

/** The legend of the colours that occur in the recordings. */
export function showLegend(list: HTMLElement, shown: readonly Recording[], rough: boolean): void {
  const colours = palette();
  const any = (holds: (recording: Recording) => boolean): boolean => shown.some(holds);
  const searches = any(({ steps, heights }) => !heights && steps.some(({ changes }) => changes.length > 0));
  const faces = any(({ steps }) => steps.some(({ faces: changed = [] }) => changed.length > 0));
  const items: readonly (readonly [on: boolean, colour: string, name: string])[] = [
    [true, colours.start, 'start'], [true, colours.goal, 'goal'], [true, colours.path, 'path'], [true, colours.wall, 'wall'],
    [rough, colours.terrain, 'rough ground'],
    [searches || faces, colours.open, 'open'],
    [searches, `linear-gradient(90deg, ${colours.closed}, ${colours.closedLate})`, 'closed, early to late'],
    [faces && !searches, colours.closedLate, 'closed'],
    [any(({ heights }) => heights), `linear-gradient(90deg, ${colours.low}, ${colours.high})`, 'estimate, raised little to much'],
    [any(({ fog }) => fog), colours.unknown, 'not seen'], [any(({ fog }) => fog), colours.unseenWall, 'wall, not seen'],
    [any(({ steps }) => steps.some(({ agent }) => agent !== undefined)), colours.agent, 'character, where it has been'],
    [any(({ landmarks }) => landmarks.length > 0), colours.landmark, 'landmark'],
    [any(({ tree }) => tree.length > 0), colours.landmark, 'subgoals, and how they are joined'],
    [any(({ steps }) => steps.some(({ edges }) => edges !== undefined)), colours.edge, 'tree'],
    [any(({ before }) => before.length > 0), `repeating-linear-gradient(135deg, ${colours.edge} 0 1px, transparent 1px 4px)`, 'explored without it'],
    [any(({ steps }) => steps.some(({ cone }) => cone !== undefined)), colours.cone, 'looked through'],
    [any(({ steps }) => steps.some(({ units }) => units !== undefined)), colours.start, 'units from the start'],
    [any(({ steps }) => steps.some(({ units }) => units !== undefined)), colours.goal, 'units from the goal'],
    [any(({ rising }) => rising === true), `linear-gradient(0deg, ${colours.start}, transparent)`, 'where they will be, upwards in time'],
    [any(({ steps }) => steps.some(({ funnel }) => funnel !== undefined)), colours.landmark, 'the funnel'],
  ];
  showColours(list, items.filter(([on]) => on).map(([, colour, name]) => [colour, name]));
}
