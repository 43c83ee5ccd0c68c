/** Progress of a download. */
export interface DownloadProgress {
  /** Bytes received. */
  readonly loaded: number;
  /**
   * All bytes of the artifact; undefined if the server does not send its length, or compresses it. Browsers hide the compression of another origin: until more has come,
   * it is the compressed length then, unless the server sends `Access-Control-Expose-Headers: Content-Encoding`.
   */
  readonly total: number | undefined;
}

/** Options of `fetchArtifact`. */
export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each chunk. If it throws, the download ends with that error. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** The methods used of a body's reader. */
interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
  cancel(): Promise<void>;
}

/**
 * Downloads a saved artifact. Throws with the reason if the server does not answer with success. The artifact's `load` checks whether it is
 * the right one. If the server sends its length, the download allocates it once.
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
  let inCallback = false;
  try {
    const response = await fetch(url, { signal: signal ?? null });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
    if (response.body === null || onProgress === undefined) return await response.arrayBuffer();
    return await collect(response.body.getReader() as Reader, announcedLength(response.headers), (progress) => {
      inCallback = true;
      onProgress(progress);
      inCallback = false;
    });
  } catch (error) {
    // An error of the callback is thrown as it is, and so is the reason of an abort.
    if (inCallback || signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The artifact could not be fetched from ${String(url)}: ${reason}. Check the address, or build the artifact and put it there.`, { cause: error });
  }
}

/** The length that the server sent. That of a compressed body is not the artifact's. */
function announcedLength(headers: Headers): number | undefined {
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
        const longer = new Uint8Array(Math.max(2 * bytes.length, loaded + value.length));
        longer.set(bytes.subarray(0, loaded));
        bytes = longer;
      }
      bytes.set(value, loaded);
      loaded += value.length;
      onProgress({ loaded, total: total !== undefined && loaded > total ? undefined : total });
    }
    return loaded === bytes.length ? bytes.buffer : bytes.buffer.slice(0, loaded);
  } catch (error) {
    // The rest of the download is not needed.
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}
