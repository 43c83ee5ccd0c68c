import { spawn } from 'node:child_process';
import { atEnd } from './index.js';

/** Starts a command in a process group of its own, so that `killGroup` also ends what the command has started, such as the program that npx runs. All of it ends with this process. */
export function spawnGroup(command, words, options) {
  const child = spawn(command, words, { ...options, detached: true });
  child.once('close', atEnd(() => killGroup(child)));
  return child;
}

/** Kills a command and what it has started, if any of it still runs. */
export function killGroup({ pid }) {
  // It could not be started.
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
