/**
 * The binary format of all precomputed data: a header, a table of sections, and the sections. Each is a typed array
 * aligned to 8 bytes, so loading needs a check and a view, but no copy.
 *
 * | bytes | what |
 * | --- | --- |
 * | 0–3 | magic, "@pf" and a zero |
 * | 4–7 | version of the format, 1 |
 * | 8–15 | checksum of all that follows |
 * | 16–31 | kind, ASCII, filled with zeros |
 * | 32–47 | fingerprint of the world, as `fingerprint` of @pf/graph prints it |
 * | 48–51 | number of sections |
 * | 52–55 | zero |
 * | 56–63 | length of the whole in bytes, a 64-bit float |
 * | 64– | for each section: element type (32 bits), zero (32 bits), number of elements (64-bit float) |
 *
 * Everything is little-endian, as are all machines that run JavaScript today; on others, loading throws.
 */
import { shown } from '@pf/graph/kit';

/** A typed array that an artifact can hold. */
export type Section = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const MAGIC = 0x00667040;
const VERSION = 1;
const HEADER = 64;
const ENTRY = 16;
const TYPES = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float32Array, Float64Array] as const;

/**
 * Packs sections, a kind and a world's fingerprint into one buffer.
 *
 * @example
 * ```ts
 * import { decodeArtifact, encodeArtifact } from '@pf/preprocess';
 *
 * const saved = encodeArtifact('example', '00112233aabbccdd', [Uint16Array.of(1, 2, 3)]);
 * const [section] = decodeArtifact(saved, 'example', '00112233aabbccdd');
 * [...section]; // → [1, 2, 3]
 * ```
 */
export function encodeArtifact(kind: string, fingerprint: string, sections: readonly Section[]): ArrayBuffer {
  if (typeof kind !== 'string' || !/^[\x21-\x7e]{1,16}$/.test(kind)) throw new RangeError(`A kind is 1 to 16 ASCII characters without spaces, got ${JSON.stringify(kind)}.`);
  checkFingerprint(fingerprint);
  checkArray(sections, 'The sections of an artifact are a list of typed arrays');
  const types = sections.map(typeOf);
  let length = aligned(HEADER + ENTRY * sections.length);
  for (const section of sections) length = aligned(length + section.byteLength);
  const buffer = new ArrayBuffer(length);
  const view = new DataView(buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  writeText(view, 16, kind);
  writeText(view, 32, fingerprint);
  view.setUint32(48, sections.length, true);
  view.setFloat64(56, length, true);
  let at = aligned(HEADER + ENTRY * sections.length);
  sections.forEach((section, i) => {
    view.setUint32(HEADER + ENTRY * i, types[i], true);
    view.setFloat64(HEADER + ENTRY * i + 8, section.length, true);
    new Uint8Array(buffer, at, section.byteLength).set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength));
    at = aligned(at + section.byteLength);
  });
  const [a, b] = checksum(buffer);
  view.setUint32(8, a, true);
  view.setUint32(12, b, true);
  return buffer;
}

/**
 * The bytes of an artifact: a buffer, or a view such as the `Buffer` that Node's `readFile` returns. A view is copied unless it covers its whole
 * buffer.
 */
export type ArtifactBytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/**
 * Returns the sections of an artifact, as views if `bytes` is a buffer. Throws, with the reason, if the bytes are truncated, corrupted, not an artifact, of a newer
 * format, of another kind, or built for another world.
 *
 * @example
 * ```ts
 * import { decodeArtifact } from '@pf/preprocess';
 *
 * decodeArtifact(new ArrayBuffer(3), 'landmarks', '00112233aabbccdd'); // → throws Error: This is not an artifact of @pf: it has 3 bytes, and the header alone takes 64.
 * ```
 */
export function decodeArtifact(bytes: ArtifactBytes, kind: string, fingerprint: string): Section[] {
  checkFingerprint(fingerprint);
  const buffer = bufferOf(bytes);
  if (buffer.byteLength < HEADER) {
    throw new Error(`This is not an artifact of @pf: it has ${buffer.byteLength} bytes, and the header alone takes ${HEADER}.`);
  }
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] !== 1) throw new Error('Artifacts are little-endian and this machine is not: build on it instead.');
  const view = new DataView(buffer);
  const magic = view.getUint32(0, true);
  if (magic !== MAGIC) throw new Error(`This is not an artifact of @pf: it begins with 0x${magic.toString(16)}, not 0x${MAGIC.toString(16)}. Of a Buffer, pass the Buffer itself, since its .buffer may hold other files too.`);
  const version = view.getUint32(4, true);
  if (version !== VERSION) {
    throw new Error(`This artifact has format ${version} and this release of @pf/preprocess reads format ${VERSION}: update the package or build the artifact anew.`);
  }
  const length = view.getFloat64(56, true);
  if (length !== buffer.byteLength) {
    throw new Error(`This artifact says that it has ${length} bytes and has ${buffer.byteLength}: it was cut off, appended to or corrupted; build or download it anew.`);
  }
  const [a, b] = checksum(buffer);
  if (a !== view.getUint32(8, true) || b !== view.getUint32(12, true)) {
    throw new Error('This artifact is corrupted: its checksum does not match its content; build or download it anew.');
  }
  const foundKind = readText(view, 16);
  if (foundKind !== kind) throw new Error(`This artifact holds ${JSON.stringify(foundKind)}, but ${JSON.stringify(kind)} is needed.`);
  const foundWorld = readText(view, 32);
  if (foundWorld !== fingerprint) {
    throw new Error(`This artifact was built for the world ${foundWorld}, and the one given is ${fingerprint}: build it anew for this map, its movement rule and its costs.`);
  }
  return sectionsOf(buffer, view);
}

/** Node returns small files as parts of a shared buffer, which may be unaligned for typed arrays. Those are copied. */
export function bufferOf(bytes: ArtifactBytes): ArrayBuffer | SharedArrayBuffer {
  if (!ArrayBuffer.isView(bytes)) {
    // Compared by name, since a buffer may come from another realm, such as a frame or a test's sandbox.
    if (/ArrayBuffer\]$/.test(Object.prototype.toString.call(bytes))) return bytes;
    const isPromise = typeof (bytes as { then?: unknown } | undefined)?.then === 'function';
    throw new TypeError(
      `An artifact is loaded from its bytes, an ArrayBuffer or a view of one, such as await readFile(file): got ${isPromise ? 'a promise; await it' : typeof bytes}.`,
    );
  }
  const { buffer, byteOffset, byteLength } = bytes;
  return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}

function sectionsOf(buffer: ArrayBuffer | SharedArrayBuffer, view: DataView): Section[] {
  const count = view.getUint32(48, true);
  // The checksum is correct, so faults from here on come from a builder or a forger.
  if (HEADER + ENTRY * count > buffer.byteLength) throw new Error(`This artifact claims ${count} sections, for which it is too short.`);
  const sections: Section[] = [];
  let at = aligned(HEADER + ENTRY * count);
  for (let i = 0; i < count; i++) {
    const type = TYPES[view.getUint32(HEADER + ENTRY * i, true)];
    const elements = view.getFloat64(HEADER + ENTRY * i + 8, true);
    if (type === undefined || !Number.isInteger(elements) || elements < 0 || at + elements * type.BYTES_PER_ELEMENT > buffer.byteLength) {
      throw new Error(`Section ${i} of this artifact does not lie inside it.`);
    }
    sections.push(new type(buffer as ArrayBuffer, at, elements));
    at = aligned(at + elements * type.BYTES_PER_ELEMENT);
  }
  return sections;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function typeOf(section: Section): number {
  const type = TYPES.findIndex((candidate) => section instanceof candidate);
  if (type < 0) throw new TypeError(`An artifact holds typed arrays of numbers, got ${Object.prototype.toString.call(section)}.`);
  return type;
}

/** Throws unless `given` is an array. `rule` says of what. */
export function checkArray(given: unknown, rule: string): void {
  if (!Array.isArray(given)) throw new TypeError(`${rule}, got ${shown(given)}.`);
}

function checkFingerprint(fingerprint: string): void {
  if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new RangeError(`A fingerprint is sixteen hexadecimal digits as fingerprint(graph) gives them, got ${JSON.stringify(fingerprint)}.`);
  }
}

function writeText(view: DataView, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
}

function readText(view: DataView, at: number): string {
  let text = '';
  for (let i = 0; i < 16 && view.getUint8(at + i) !== 0; i++) text += String.fromCharCode(view.getUint8(at + i));
  return text;
}

/** Two lanes of invertible steps over all words except the checksum's: any single changed word is detected. */
function checksum(buffer: ArrayBuffer | SharedArrayBuffer): [number, number] {
  const words = new Int32Array(buffer, 0, Math.floor(buffer.byteLength / 4));
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491;
  for (let i = 0; i < words.length; i++) {
    if (i === 2 || i === 3) continue;
    a = Math.imul(a ^ words[i], 0x01000193);
    a = (a << 15) | (a >>> 17);
    b = Math.imul((b + words[i]) | 0, 0xcc9e2d51 | 0);
    b ^= b >>> 16;
  }
  return [a >>> 0, b >>> 0];
}
