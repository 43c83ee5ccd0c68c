import type { FromWorker, ToWorker } from './messages.ts';
import { World } from './world.ts';

const world = new World();
const scope = globalThis as unknown as { onmessage: (event: MessageEvent<ToWorker>) => void; postMessage(message: FromWorker): void };
let timer: ReturnType<typeof setInterval> | undefined;

scope.onmessage = ({ data }) => {
  const answer = world.take(data);
  if (answer !== undefined) scope.postMessage(answer);
  if (data.kind !== 'run') {
    // Shows new walls and orders also while the battle is paused.
    if (timer === undefined) scope.postMessage(world.still());
    return;
  }
  clearInterval(timer);
  timer = data.on ? setInterval(() => scope.postMessage(world.frame()), 16) : undefined;
};
