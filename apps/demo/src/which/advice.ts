/** What the page advises: the tables of docs/choosing.md as a function. */
import type { Answers } from './questions.ts';

/** What the page advises, or compares the advice with: all that it draws. */
export type DrawnName =
  | 'a-star' | 'jps' | 'jps-bounds' | 'terrain-jumps' | 'corners' | 'within' | 'mesh' | 'smooth' | 'field' | 'dispatcher' | 'tba' | 'subgoals'
  | 'repeated' | 'd-star-extra-lite' | 'mpaa' | 'ad-star' | 'lss-lrta-fog';

/** All that the page can run and measure. */
export type ContenderName = DrawnName | 'jps-plus' | 'landmarks' | 'theta' | 'lss-lrta' | 'd-star-lite';

/** What matters of a map. */
export interface MapFacts {
  readonly free: number;
  /** Detours in rooms and among scattered obstacles are short, which decides between planners. */
  readonly detours: 'short' | 'long';
}

export interface Advice {
  readonly contender: DrawnName;
  readonly title: string;
  readonly why: string;
  /** What it is compared with. */
  readonly baseline: DrawnName;
  /** What else is measured. */
  readonly beside: readonly ContenderName[];
  /** The part of `code` that matters: three lines. */
  readonly lines: readonly [string, string, string];
  /** What to import from which package. */
  readonly imports: Readonly<Record<string, string>>;
  /** The heading of docs/choosing.md with the table that says the same. */
  readonly section: string;
  readonly article?: string;
  /** What is counted: the work for a path, or the most before one move. */
  readonly counts: 'path' | 'move';
}

/** Up to so many free cells, goal bounds are built in about a second; the time grows with the square. */
const BOUNDS_AT_MOST = 4500;

const known = 'the-map-is-known';
const fixed = 'the-map-is-fixed';
const unknown = 'the-map-changes-or-is-unknown';
const bounded = 'a-bounded-amount-of-work-for-each-move';
const many = 'many-units';

type Part = Omit<Advice, 'baseline' | 'counts'> & Partial<Pick<Advice, 'baseline' | 'counts'>>;
const advice = (part: Part): Advice => ({ baseline: 'a-star', counts: 'path', ...part });

const ends = 'grid.vertex(0, 0), grid.vertex(4, 2)';

export function advise({ changes, ground, asks, matters }: Answers, map: MapFacts): Advice {
  if (changes === 'unknown') return inFog(asks, matters, map);
  if (asks === 'crowd') return matters === 'frame' ? dispatcher : ground === 'uniform' ? field : { ...field, beside: ['terrain-jumps'] };
  // Subgoal trees need a world where the estimate is the cost: no terrain.
  if (matters === 'frame') return changes === 'fixed' && ground === 'uniform' ? subgoals : tba;
  if (matters === 'straight') return ground === 'uniform' ? mesh : smooth;
  if (matters === 'soon') return within;
  if (asks === 'one') return ground === 'uniform' ? { ...findPath, beside: ['jps'] } : { ...findPath, beside: ['terrain-jumps'] };
  if (ground === 'terrain') return terrainJumps;
  if (changes === 'edited') return jumps;
  return map.free <= BOUNDS_AT_MOST ? goalBounds : corners;
}

function inFog(asks: Answers['asks'], matters: Answers['matters'], map: MapFacts): Advice {
  if (matters === 'frame') return learning;
  if (matters === 'soon') return anytime;
  const crowd = asks === 'crowd' ? ' Give each unit a planner of its own, and run them in a Dispatcher.' : '';
  const lines = matters === 'straight' ? ' For straight lines in such a world, see FieldDStar.' : '';
  const made = map.detours === 'short' ? rooms : game;
  return { ...made, why: made.why + crowd + lines };
}

const findPath = advice({
  contender: 'a-star', beside: [], title: 'findPath', section: known,
  why: 'One call, cells as { x, y }. It is A*, and the search is kept for the next query. Only if it becomes too slow, pass another class as algorithm.',
  imports: { '@pf/search': 'findPath' },
  lines: ["const answer = findPath(grid, { from: { x: 0, y: 0 }, to: { x: 4, y: 2 } });", 'answer.cost; // → 6', 'answer.cells.length; // → 7'],
});

const jumps = advice({
  contender: 'jps', beside: ['jps-plus'], title: 'JumpPointSearch', section: known, article: 'jump-points',
  why: 'Where every step costs the same, it skips most expansions of A*. It scans the map once, and follows its edits.',
  imports: { '@pf/search': 'JumpPointSearch' },
  lines: ['const search = new JumpPointSearch(grid); // keep it', `search.search(${ends}); // → 6`, 'search.path(new Uint32Array(grid.vertexCount)); // → 7'],
});

const terrainJumps = advice({
  contender: 'terrain-jumps', beside: ['landmarks'], title: 'JumpPointSearch with TerrainJumps', section: known, article: 'jump-points',
  why: 'Jump points for terrain: cheapest paths, faster than A* on ground in patches, about as fast if every cell costs something else. Follows edits.',
  imports: { '@pf/search': 'JumpPointSearch, TerrainJumps' },
  lines: ['const search = new JumpPointSearch(grid, { locator: new TerrainJumps(grid) });', 'grid.setRectangle(2, 0, 1, 1, 5); // a swamp', `search.search(${ends}); // → 6`],
});

const goalBounds = advice({
  contender: 'jps-bounds', beside: ['jps-plus', 'jps'], title: 'JumpPointSearch with a JumpTable and GoalBounds', section: fixed, article: 'jump-points',
  why: 'The fastest search. The bounds take one flood for each cell: build them offline, and load them with the map.',
  imports: { '@pf/preprocess': 'GoalBounds, JumpTable', '@pf/search': 'JumpPointSearch' },
  lines: ['const bounds = GoalBounds.build(grid); // save it', 'const search = new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) });', `search.search(${ends}); // → 6`],
});

const corners = advice({
  contender: 'corners', beside: ['jps-plus', 'jps'], title: 'CornerSearch with a CornerHierarchy', section: fixed,
  why: 'For large grids that seldom change: seconds to build, a few dozen bytes a free cell. Goal bounds would take the square of the map.',
  imports: { '@pf/preprocess': 'CornerHierarchy, CornerSearch' },
  lines: ['const hierarchy = CornerHierarchy.build(grid); // save it', 'const search = new CornerSearch(hierarchy);', `search.search(${ends}); // → 6`],
});

const within = advice({
  contender: 'within', beside: [], title: 'findPath with within(1.1)', section: known,
  why: 'At most 10% longer than the cheapest path. It takes jump points or weighted A*, whichever is faster on the map.',
  imports: { '@pf/search': 'findPath, within' },
  lines: ['const algorithm = within(1.1);', "const answer = findPath(grid, { from: { x: 0, y: 0 }, to: { x: 4, y: 2 }, algorithm });", 'answer.cost <= 1.1 * 6; // → true'],
});

const mesh = advice({
  contender: 'mesh', beside: ['theta', 'smooth'], title: 'GridMesh', section: known,
  why: 'The shortest any-angle paths there are (Polyanya), on a mesh of the free cells that follows edits of the grid.',
  imports: { '@pf/navmesh': 'GridMesh' },
  lines: ['const mesh = new GridMesh(grid); // keep it', 'const answer = mesh.findPath({ from: [0, 0], to: [4, 2] });', 'answer.points.length; // → 3'],
});

const smooth = advice({
  contender: 'smooth', beside: [], title: 'findPath with smooth', section: known,
  why: 'Straight lines of sight that cost no more than the steps, also on terrain. Meshes know no terrain.',
  imports: { '@pf/search': 'findPath, smooth' },
  lines: ["const answer = findPath(grid, { from: { x: 0, y: 0 }, to: { x: 4, y: 2 }, shape: smooth });", 'answer.cells.length < 7; // → true', 'answer.cost <= 6; // → true'],
});

const field = advice({
  contender: 'field', beside: ['jps'], title: 'Dijkstra backwards: a flow field', section: many, article: 'thousand-units',
  why: 'One flood from the goal gives the next step from every cell, for any number of units. Flood again after an edit.',
  imports: { '@pf/search': 'Dijkstra' },
  lines: ["const flood = new Dijkstra(grid, { direction: 'backward' });", 'flood.flood(grid.vertex(4, 2)); // once for all units', 'flood.distance(grid.vertex(0, 0)); // → 6'],
});

const dispatcher = advice({
  contender: 'dispatcher', beside: [], title: 'Dispatcher', section: many, article: 'thousand-units', counts: 'move',
  why: 'A budget for each frame, a queue of requests, a shared flow field for units with the same goal.',
  imports: { '@pf/crowd': 'Dispatcher', '@pf/search': 'JumpPointSearch' },
  lines: [
    'const search = new JumpPointSearch(grid);\nconst dispatcher = new Dispatcher(grid, { planner: () => search });',
    'dispatcher.order(dispatcher.add(grid.vertex(0, 0)), grid.vertex(4, 2));', 'dispatcher.frame({ expansions: 500 }).moved; // → 1',
  ],
});

const subgoals = advice({
  contender: 'subgoals', beside: ['tba'], title: 'GuidedAgent with subgoal trees', section: bounded, article: 'subgoals', counts: 'move',
  why: 'It never searches: it walks the cheapest path from subgoal to subgoal of a tree that is built once for each goal.',
  imports: { '@pf/preprocess': 'SubgoalTreeBuilder', '@pf/realtime': 'GuidedAgent, SubgoalTreeGuide' },
  lines: [
    'const trees = new SubgoalTreeBuilder(grid, grid.heuristic());\nconst agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, (goal) => trees.build(goal)));',
    `agent.begin(${ends});\nwhile (agent.status === 'moving') agent.step();`, 'agent.cost; // → 6',
  ],
});

const tba = advice({
  contender: 'tba', beside: ['lss-lrta'], title: 'TbaStar', section: bounded, article: 'subgoals', counts: 'move',
  why: 'One A*, spread over the moves: a few expansions for each. For a whole path in slices, begin and run(budget) of any search do the same.',
  imports: { '@pf/realtime': 'TbaStar' },
  lines: ['const agent = new TbaStar(grid, { expansions: 16 });', `agent.begin(${ends});\nwhile (agent.status === 'moving') agent.step();`, 'agent.position === grid.vertex(4, 2); // → true'],
});

const fogLines = (make: string): Advice['lines'] => [
  `const planner = ${make};`,
  'const steps = navigate(planner, world, { start: known.vertex(0, 0), goal: known.vertex(4, 2), sensor: eightNeighbours });',
  "[...steps].at(-1).status; // → 'reached'",
];

const game = advice({
  contender: 'd-star-extra-lite', beside: ['d-star-lite', 'mpaa'], title: 'createPlanner: D* Extra Lite', section: unknown, article: 'd-star-lite', baseline: 'repeated',
  why: 'Repairs only what a change affects, and never searches the same dead end twice. It is the fastest on most maps of games, and in mazes without loops.',
  imports: { '@pf/incremental': 'createPlanner, navigate' },
  lines: fogLines('createPlanner(known, { heuristic: known.heuristic() })'),
});

const rooms = advice({
  contender: 'mpaa', beside: ['d-star-lite', 'd-star-extra-lite'], title: "createPlanner with world: 'rooms': MPAA*", section: unknown, article: 'adaptive-a-star', baseline: 'repeated',
  why: 'Learns from each search, and stops when it meets a path found earlier. It is the fastest in rooms and among scattered obstacles.',
  imports: { '@pf/incremental': 'createPlanner, navigate' },
  lines: fogLines("createPlanner(known, { heuristic: known.heuristic(), world: 'rooms' })"),
});

const anytime = advice({
  contender: 'ad-star', beside: ['d-star-lite', 'd-star-extra-lite'], title: 'ADStar', section: unknown, baseline: 'repeated',
  why: 'A path at once within a bound, better ones while there is time: improve(budget) goes on where it stopped. Repairs after each discovery.',
  imports: { '@pf/incremental': 'ADStar, navigate' },
  lines: fogLines('new ADStar(known, { heuristic: known.heuristic(), weight: 1.5 })'),
});

const learning = advice({
  contender: 'lss-lrta-fog', beside: ['d-star-extra-lite'], title: 'LssLrtaStar', section: bounded, article: 'subgoals', baseline: 'repeated', counts: 'move',
  why: 'A move now, quality later: it looks a few cells ahead and learns from its mistakes. A larger lookahead gives a better path.',
  imports: { '@pf/realtime': 'LssLrtaStar' },
  lines: [
    'const agent = new LssLrtaStar(known, { heuristic: known.heuristic(), lookahead: 32 });\nconst tails = new Uint32Array(known.vertexCount);',
    "agent.begin(known.vertex(0, 0), known.vertex(4, 2));\nfor (; agent.status === 'moving'; agent.step()) agent.arcsChanged(tails, world.reveal(agent.position, eightNeighbours, tails));",
    "agent.status; // → 'reached'",
  ],
});

/** A whole sample: imports, a small grid, and the three lines. */
export function codeOf({ lines, imports }: Advice): string {
  const fog = lines.some((line) => line.includes('world'));
  const all: Readonly<Record<string, string>> = { '@pf/grid': fog ? 'eightNeighbours, FogOfWar, Grid' : 'Grid', ...imports };
  const header = Object.keys(all).sort().map((name) => `import { ${all[name]} } from '${name}';`);
  const grid = fog
    ? ["const world = new FogOfWar(Grid.fromRows(['.....', '.###.', '.....'], { metric: '70/99' }));", 'const { known } = world;']
    : ["const grid = Grid.fromRows(['.....', '.###.', '.....']);"];
  return [...header, '', ...grid, ...lines, ''].join('\n');
}
