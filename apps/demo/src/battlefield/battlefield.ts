import { button, choice, element } from '../element.ts';
import type { Face } from '../lab/lab.ts';
import { palette } from '../palette.ts';
import type { FromWorker, Meter, PlannerName, ToWorker } from './messages.ts';
import { planners } from './messages.ts';

type Tool = 'select' | 'wall' | 'blast';

/** The battlefield: orders for a thousand characters in fog, planned in a worker so that the page never waits. */
export function showBattlefield(root: HTMLElement): Face {
  let worker: Worker | undefined;
  let size = 512;
  let characters = 1000;
  let planner: PlannerName = 'jps-shared';
  let seed = 1;
  let tool: Tool = 'select';
  let shown = false;
  let places: Uint16Array = new Uint16Array(0);
  let cells: Uint8Array = new Uint8Array(0);
  let selected = new Set<number>();
  let dragged: { x: number; y: number; toX: number; toY: number } | undefined;
  let target: { x: number; y: number } | undefined;
  const recent: Meter[] = [];

  const canvas = element('canvas', { tabindex: '0', role: 'img', 'aria-label': 'The battlefield. Keys: a selects everybody, the arrows move a target, Enter sends the selected there.' });
  const context = canvas.getContext('2d');
  const ground = document.createElement('canvas');
  const groundContext = ground.getContext('2d');
  if (context === null || groundContext === null) throw new Error('This browser gives no canvas to draw on.');
  const facts = element('dl', { class: 'facts', id: 'meter' });
  const sizes = [['128', '128 × 128'], ['256', '256 × 256'], ['512', '512 × 512']] as const;
  const counts = [['100', '100'], ['300', '300'], ['1000', '1000'], ['3000', '3000']] as const;
  const tools = [['select', 'Select and send'], ['wall', 'Build walls'], ['blast', 'Blow up walls']] as const;
  root.append(
    element('div', { class: 'bar' },
      choice('Map', sizes, String(size), (value) => { size = Number(value); begin(); }),
      choice('Characters', counts, String(characters), (value) => { characters = Number(value); begin(); }),
      choice('Planner', planners, planner, (value) => { planner = value as PlannerName; send({ kind: 'planner', planner }); }),
      choice('Budget a frame', [['1', '1 ms'], ['2', '2 ms'], ['4', '4 ms'], ['8', '8 ms']], '4', (value) => send({ kind: 'budget', budget: Number(value) })),
      choice('Pointer', tools, tool, (value) => (tool = value as Tool)),
      button('Select all', () => selectAll(), { id: 'select-all' }),
      button('Scatter', () => scatter(), { id: 'scatter' }),
      button('New map', () => { seed++; begin(); }),
    ),
    element('div', { class: 'view' }, canvas, facts),
    element('p', { class: 'note' }, 'Drag a box to select, then press the right button (or tap) to send. With the other pointers, drag to build walls or blow them up. What nobody has seen is dim, and planned through as if it were free.'),
  );

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    const { x, y } = cellAt(event);
    if (tool !== 'select') return build(x, y);
    if (event.button === 2) return order(x, y);
    dragged = { x, y, toX: x, toY: y };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons === 0) return;
    const { x, y } = cellAt(event);
    if (tool !== 'select') build(x, y);
    else if (dragged !== undefined) dragged = { ...dragged, toX: x, toY: y };
  });
  canvas.addEventListener('pointerup', () => {
    if (dragged === undefined) return;
    const { x, y, toX, toY } = dragged;
    dragged = undefined;
    const [left, right, top, bottom] = [Math.min(x, toX), Math.max(x, toX), Math.min(y, toY), Math.max(y, toY)];
    // A click that selects nobody sends those who are selected: on a touch screen there is no right button.
    if (right - left < 2 && bottom - top < 2 && selected.size > 0) return order(x, y);
    selected = new Set(Array.from({ length: places.length / 2 }, (_, i) => i).filter((i) => places[2 * i] >= left && places[2 * i] <= right && places[2 * i + 1] >= top && places[2 * i + 1] <= bottom));
  });
  canvas.addEventListener('keydown', (event) => {
    const far = size / 32;
    const moves: Readonly<Record<string, readonly [number, number]>> = { ArrowRight: [far, 0], ArrowLeft: [-far, 0], ArrowDown: [0, far], ArrowUp: [0, -far] };
    const move = moves[event.key];
    target ??= { x: size >> 1, y: size >> 1 };
    if (move !== undefined) target = { x: clamp(target.x + move[0]), y: clamp(target.y + move[1]) };
    else if (event.key === 'a') selectAll();
    else if (event.key === 'Enter') order(target.x, target.y);
    else return;
    event.preventDefault();
  });

  const clamp = (x: number): number => Math.max(0, Math.min(size - 1, Math.floor(x)));

  function cellAt(event: PointerEvent): { x: number; y: number } {
    const area = canvas.getBoundingClientRect();
    return { x: clamp(((event.clientX - area.left) / area.width) * size), y: clamp(((event.clientY - area.top) / area.height) * size) };
  }

  function send(message: ToWorker): void {
    worker?.postMessage(message);
  }

  function begin(): void {
    worker?.terminate();
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
    worker.onerror = (event) => facts.replaceChildren(element('div', {}, element('dd', {}, `The worker has failed: ${event.message}`)));
    recent.length = 0;
    selected = new Set();
    send({ kind: 'begin', size, seed, characters, planner, budget: 4 });
    send({ kind: 'run', on: true });
  }

  function take(message: FromWorker): void {
    if (message.kind === 'map') {
      ({ cells } = message);
      ground.width = ground.height = message.size;
      canvas.width = canvas.height = Math.max(768, message.size);
      paintGround();
      return;
    }
    ({ places } = message);
    for (let i = 0; i < message.changes.length; i += 2) {
      cells[message.changes[i]] = message.changes[i + 1];
      paintCell(message.changes[i]);
    }
    recent.push(message.meter);
    if (recent.length > 120) recent.shift();
    draw();
  }

  function selectAll(): void {
    selected = new Set(Array.from({ length: places.length / 2 }, (_, i) => i));
  }

  function order(x: number, y: number): void {
    target = { x, y };
    if (selected.size > 0) send({ kind: 'order', characters: [...selected], x, y });
  }

  /** Sends everybody somewhere else: the hardest case, for nobody shares a goal. */
  function scatter(): void {
    for (let i = 0; i < places.length / 2; i++) send({ kind: 'order', characters: [i], x: Math.floor(Math.random() * size), y: Math.floor(Math.random() * size) });
  }

  function build(x: number, y: number): void {
    send({ kind: 'build', x, y, radius: tool === 'wall' ? 2 : 4, wall: tool === 'wall' });
  }

  function colourOf(look: number): string {
    const colours = palette();
    return (look & 1) === 0 ? colours.wall : (look & 2) === 0 ? colours.unknown : colours.free;
  }

  function paintCell(cell: number): void {
    if (groundContext === null) return;
    // An unseen wall is drawn as unseen ground, only darker: the player may look, the characters may not.
    groundContext.globalAlpha = 1;
    groundContext.fillStyle = (cells[cell] & 2) === 0 ? palette().unknown : colourOf(cells[cell]);
    groundContext.fillRect(cell % size, Math.floor(cell / size), 1, 1);
    if (cells[cell] === 0) {
      groundContext.globalAlpha = 0.3;
      groundContext.fillStyle = palette().wall;
      groundContext.fillRect(cell % size, Math.floor(cell / size), 1, 1);
    }
  }

  function paintGround(): void {
    for (let cell = 0; cell < cells.length; cell++) paintCell(cell);
  }

  function draw(): void {
    if (context === null || !shown) return;
    const scale = canvas.width / size;
    const colours = palette();
    context.imageSmoothingEnabled = false;
    context.drawImage(ground, 0, 0, canvas.width, canvas.height);
    const r = Math.max(3, scale);
    for (let i = 0; i < places.length; i += 2) {
      context.fillStyle = selected.has(i >> 1) ? colours.path : colours.start;
      context.fillRect((places[i] + 0.5) * scale - r / 2, (places[i + 1] + 0.5) * scale - r / 2, r, r);
    }
    context.lineWidth = 2;
    if (dragged !== undefined) {
      context.strokeStyle = colours.box;
      context.strokeRect(dragged.x * scale, dragged.y * scale, (dragged.toX - dragged.x) * scale, (dragged.toY - dragged.y) * scale);
    }
    if (target !== undefined) {
      context.strokeStyle = colours.goal;
      context.beginPath();
      context.arc((target.x + 0.5) * scale, (target.y + 0.5) * scale, 8, 0, 2 * Math.PI);
      context.stroke();
    }
    tell();
  }

  function tell(): void {
    const times = recent.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
    const last = recent.at(-1);
    const values: readonly (readonly [string, string])[] = [
      ['frame work', `${at(0.5)} ms, p95 ${at(0.95)} ms of 16`],
      ['expanded', String(last?.expanded ?? 0)],
      ['planned', String(last?.planned ?? 0)],
      ['moving', String(last?.moved ?? 0)],
      ['waiting', String(last?.waiting ?? 0)],
      ['selected', String(selected.size)],
    ];
    facts.replaceChildren(...values.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))));
  }

  return {
    setShown: (on) => {
      shown = on;
      if (on && worker === undefined) begin();
      else send({ kind: 'run', on });
    },
    redraw: () => { paintGround(); draw(); },
  };
}
