/**
 * Of Detour's crowd and its port: of ranges from 1.25 to 5 m, separations from 1 to 12 and the four sample sets of Recast's demo, the fastest whose units neither
 * overlap much nor lag far behind. With a larger range Detour does not see all units of a dense crowd: it reads at most 32, cell by cell from one side.
 */
export const AGENT = { height: 2, collisionQueryRange: 1.5, separationWeight: 6 };
/** The fewest samples of velocities in Recast's demo. By default all sets of Detour are the most expensive one. */
export const SAMPLES = { velBias: 0.5, adaptiveDivs: 5, adaptiveRings: 2, adaptiveDepth: 1 };
/** Of an agent: anticipate turns, avoid obstacles, separate. */
export const FLAGS = 7;
export const SETTING = `range ${AGENT.collisionQueryRange} m, separation ${AGENT.separationWeight}, the fewest samples of velocities in Recast's demo; top acceleration within one step`;
