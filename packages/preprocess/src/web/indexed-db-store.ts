import type { PartStore } from '../parallel/parallel-build.ts';

/** A store in the browser, for the parts of a build or for whole artifacts. */
export interface BrowserStore extends PartStore {
  /** Deletes all parts. Call it when the finished artifact is stored elsewhere. */
  clear(): Promise<void>;
}

/** The members of IndexedDB that are used, declared here because this package compiles with the types of Node. */
interface Request<T> {
  readonly result: T;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface OpenRequest extends Request<Database> {
  onupgradeneeded: (() => void) | null;
}
interface ObjectStore {
  get(key: string): Request<ArrayBuffer | undefined>;
  put(value: ArrayBuffer, key: string): Request<unknown>;
  clear(): Request<unknown>;
}
interface Transaction {
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  objectStore(name: string): ObjectStore;
}
interface Database {
  onversionchange: (() => void) | null;
  onclose: (() => void) | null;
  createObjectStore(name: string): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite'): Transaction;
  close(): void;
}
interface Factory {
  open(name: string, version: number): OpenRequest;
}

const VERSION = 1;
/** The one object store of the database. */
const PARTS = 'parts';

/**
 * Stores the parts of a build, or artifacts, in a database of IndexedDB, as `folderStore` does in a folder in Node. A part is stored completely or not at all.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { GoalBounds } from '@pf/preprocess';
 * import { indexedDbStore } from '@pf/preprocess/web';
 *
 * const grid = new Grid(64, 64);
 * const store = indexedDbStore('bounds');
 * const saved = await store.read('arena');
 * const bounds = saved === undefined ? GoalBounds.build(grid) : GoalBounds.load(grid, saved);
 * if (saved === undefined) await store.write('arena', bounds.save());
 * ```
 */
export function indexedDbStore(name: string): BrowserStore {
  let opened: Promise<Database> | undefined;
  const lost = (): void => void (opened = undefined);

  const run = async <T>(doing: string, mode: 'readonly' | 'readwrite', ask: (parts: ObjectStore) => Request<T>): Promise<T> => {
    try {
      opened ??= open(name, lost);
      const transaction = (await opened.catch((error: unknown) => {
        lost();
        throw error;
      })).transaction(PARTS, mode);
      const request = ask(transaction.objectStore(PARTS));
      return await new Promise<T>((resolve, reject) => {
        // Waits for the transaction: a request succeeds before its data is written.
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? new Error('the browser aborted the transaction'));
      });
    } catch (error) {
      const { name: kind, message } = error as Error;
      throw new Error(`The browser's store ${JSON.stringify(name)} could not ${doing}: ${kind === 'Error' ? '' : `${kind}, `}${message}`, { cause: error });
    }
  };

  return {
    read: (part) => run(`read ${part}`, 'readonly', (parts) => parts.get(part)),
    write: async (part, bytes) => void (await run(`write ${part}, ${bytes.byteLength} bytes`, 'readwrite', (parts) => parts.put(bytes, part))),
    clear: async () => void (await run('be cleared', 'readwrite', (parts) => parts.clear())),
  };
}

function open(name: string, lost: () => void): Promise<Database> {
  return new Promise((resolve, reject) => {
    const { indexedDB } = globalThis as { readonly indexedDB?: Factory };
    if (indexedDB === undefined) throw new Error('IndexedDB is not available; leave the store out, or store parts elsewhere');
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => void request.result.createObjectStore(PARTS);
    request.onerror = () => reject(request.error ?? new Error('the browser did not open it'));
    request.onsuccess = () => {
      const database = request.result;
      // Closes, so that other pages can delete or upgrade the database without waiting. The next request opens it again.
      database.onversionchange = () => {
        database.close();
        lost();
      };
      database.onclose = lost;
      resolve(database);
    };
  });
}
