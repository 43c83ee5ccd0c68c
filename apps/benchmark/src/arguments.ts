import { parseArgs } from 'node:util';

/** An error of the user on the command line: a sentence, and exit code 2. */
export class UsageError extends Error {}

export interface Arguments {
  readonly words: readonly string[];
  readonly maps?: string;
  readonly roads?: string;
  readonly robots?: string;
  readonly meshes?: string;
  readonly json?: string;
  /** Another checkout to compare with. */
  readonly against?: string;
  readonly rounds: number;
  readonly report?: string;
  readonly seed: number;
  readonly quick: boolean;
  readonly help: boolean;
}

export const USAGE = `pnpm bench                      every experiment in its quick form, with a report
pnpm bench NAME [NAME…]         these, in full
pnpm bench NAME DIR             on a folder of your data: maps; for roads networks, for robots worlds, for navmesh levels,
                                for dynamic problem sets of version 2 and their .patch files
pnpm bench list                 the names of all experiments
pnpm bench tour --quick         five questions in a minute, with pictures (npm start)
pnpm bench claims               every claim, quickly, as one table
pnpm bench all [--maps DIR]     everything in full, into docs/results; resumes after an interruption
pnpm bench compare A.json B.json  what got slower, expands more, is missing, or no longer holds
pnpm bench compare NAME… --against DIR  the same, by interleaved runs in this checkout and another
pnpm bench report A.json …      the HTML report of saved results
pnpm bench tables [--check]     the tables of the READMEs, from docs/results
pnpm bench pictures [--check]   their pictures, from docs/results and the packages

--quick         under 45 seconds each        --seed N        other worlds (default 1)
--maps DIR      measure on .map/.scen files  --json FILE     the results, for a program
--roads DIR     road networks, .gr.bin, DIMACS .gr or .geojson, for roads (default, in full: ../shared/roads if it exists)
--robots DIR    worlds (.cfg) and motions (.mprim) of SBPL, maps of ROS (.yaml), for robots (default, in full: ../shared/robots if it exists)
--meshes DIR    levels for navmesh, .obj files with y up (default, in full: ../shared/meshes if it exists)
--against DIR   another checkout of this repository, installed   --rounds N  runs of each (default 5)
--report DIR    the folder of the report (default reports)`;

/** The options of each verb, and whether it takes words. Any other word is the name of an experiment. */
const VERBS: Readonly<Record<string, { readonly options: readonly string[]; readonly words: boolean }>> = {
  list: { options: [], words: false },
  compare: { options: [], words: true },
  'compare --against': { options: ['against', 'rounds', 'maps', 'roads', 'robots', 'meshes', 'seed', 'quick'], words: true },
  report: { options: ['report'], words: true },
  tables: { options: ['check'], words: false },
  pictures: { options: ['check'], words: false },
  all: { options: ['maps', 'roads', 'robots', 'meshes', 'report', 'seed'], words: false },
};
const MEASURING = { options: ['maps', 'roads', 'robots', 'meshes', 'json', 'report', 'seed', 'quick'], words: true };

/** Reads the command line. Throws {@link UsageError} for invalid arguments. */
export function readArguments(argv: readonly string[]): Arguments & { readonly check: boolean } {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        maps: { type: 'string' }, roads: { type: 'string' }, robots: { type: 'string' }, meshes: { type: 'string' }, json: { type: 'string' }, against: { type: 'string' }, rounds: { type: 'string' }, report: { type: 'string' }, seed: { type: 'string' },
        quick: { type: 'boolean' }, check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const { message } = error as Error;
    const dashed = /^Option '--(\w+)' argument is ambiguous/.exec(message)?.[1];
    if (dashed !== undefined) {
      const value = argv.find((word, i) => word.startsWith('-') && argv[i - 1] === `--${dashed}`);
      throw new UsageError(`--${dashed} takes a value, and ${JSON.stringify(value)} looks like an option: if it is meant, write --${dashed}=${value}.`);
    }
    const [sentence] = message.split('. ');
    throw new UsageError(`${sentence}. 'pnpm bench --help' shows what there is.`);
  }
  const { values, positionals } = parsed;
  const { maps, roads, robots, meshes, json, against, rounds = '5', report, seed = '1', quick = false, check = false, help = false } = values;
  const [verb = ''] = positionals;
  const { options, words } = VERBS[verb === 'compare' && values.against !== undefined ? 'compare --against' : verb] ?? MEASURING;
  const deaf = Object.keys(values).find((option) => !options.includes(option) && option !== 'help');
  if (deaf !== undefined) throw new UsageError(`--${deaf} means nothing to 'pnpm bench${verb === '' ? '' : ` ${verb}`}'. 'pnpm bench --help' shows what there is.`);
  if (!words && positionals.length > 1) throw new UsageError(`${verb} takes nothing more, got ${JSON.stringify(positionals[1])}.`);
  for (const [option, path] of Object.entries({ maps, roads, robots, meshes, json, against, report })) {
    if (path === '') throw new UsageError(`--${option} takes the path of a ${option === 'json' ? 'file' : 'folder'}, got an empty one.`);
  }
  if (!/^\d{1,9}$/.test(seed)) throw new UsageError(`--seed must be a whole number from 0 to 999999999, got ${JSON.stringify(seed)}.`);
  if (!/^([2-9]|[1-9]\d)$/.test(rounds)) throw new UsageError(`--rounds must be a whole number from 2 to 99, got ${JSON.stringify(rounds)}.`);
  return {
    words: positionals, seed: Number(seed), rounds: Number(rounds), quick, check, help,
    ...(maps === undefined ? {} : { maps }), ...(roads === undefined ? {} : { roads }), ...(robots === undefined ? {} : { robots }), ...(meshes === undefined ? {} : { meshes }), ...(json === undefined ? {} : { json }), ...(against === undefined ? {} : { against }), ...(report === undefined ? {} : { report }),
  };
}
