export { Dispatcher } from './dispatcher/dispatcher.ts';
export type { CharacterStatus } from './dispatcher/character.ts';
export type { DispatcherOptions, FrameReport } from './dispatcher/dispatcher.ts';
export type { Budget } from './dispatcher/frame-budget.ts';
export type { RoutePlanner } from './dispatcher/route-planner.ts';
