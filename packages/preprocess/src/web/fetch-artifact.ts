/** How much of a download has come. */
export interface DownloadProgress {
  /** Bytes. */
  readonly loaded: number;
  /** Bytes; undefined where the server does not say, or sends them compressed. */
  readonly total: number | undefined;
}

/** How to fetch. */
export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece. What it throws ends the download. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** What is used of the reader of a body. */
interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

/**
 * Fetches what was built in advance and put on a server. An answer that is no success throws with the reason; whether what came is the
 * right artifact, the `load` that it is given to finds out. Where the server says how long it is, the bytes go where they stay.
 *
 * @example
 * ```ts no-run
 * import { parseMap } from '@pf/grid';
 * import { GoalBounds } from '@pf/preprocess';
 * import { fetchArtifact } from '@pf/preprocess/web';
 *
 * const grid = parseMap(await (await fetch('arena.map')).text());
 * const saved = await fetchArtifact('arena.map.goal-bounds', { onProgress: ({ loaded, total = NaN }) => console.log(loaded / total) });
 * const bounds = GoalBounds.load(grid, saved);
 * ```
 */
export async function fetchArtifact(url: string | URL, options: FetchOptions = {}): Promise<ArrayBuffer> {
  const { signal, onProgress } = options;
  let listening = false;
  try {
    const response = await fetch(url, { signal: signal ?? null });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
    if (response.body === null || onProgress === undefined) return await response.arrayBuffer();
    return await collect(response.body.getReader() as Reader, announced(response.headers), (progress) => {
      listening = true;
      onProgress(progress);
      listening = false;
    });
  } catch (error) {
    // What a listener throws is no fault of the download.
    if (listening || signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The artifact could not be fetched from ${String(url)}: ${reason}. Check the address, or build the artifact and put it there.`, { cause: error });
  }
}

/** How many bytes will come. The length of a compressed body says nothing of what it unfolds to. */
function announced(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.get('content-encoding') !== null ? undefined : Number(length);
}

async function collect(reader: Reader, total: number | undefined, onProgress: (progress: DownloadProgress) => void): Promise<ArrayBuffer> {
  try {
    let bytes = new Uint8Array(total ?? 1 << 16);
    let loaded = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const { value = new Uint8Array(0) } = chunk;
      if (loaded + value.length > bytes.length) {
        const wider = new Uint8Array(Math.max(2 * bytes.length, loaded + value.length));
        wider.set(bytes.subarray(0, loaded));
        bytes = wider;
      }
      bytes.set(value, loaded);
      loaded += value.length;
      onProgress({ loaded, total });
    }
    return loaded === bytes.length ? bytes.buffer : bytes.buffer.slice(0, loaded);
  } catch (error) {
    // Nobody reads the rest.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
