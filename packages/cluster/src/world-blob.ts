import type { WorldData } from '@pf/preprocess';
import { decodeArtifact, encodeArtifact } from '@pf/preprocess';

/** Encodes a world. Equal worlds give equal bytes on every machine. */
export function encodeWorld(world: WorldData, fingerprint: string): ArrayBuffer {
  const [facts, one, other] =
    world.kind === 'grid'
      ? [{ kind: world.kind, width: world.width, height: world.height, rules: world.rules }, world.costs, world.sides]
      : [{ kind: world.kind, vertexCount: world.vertexCount, listsClosed: world.listsClosed }, world.arcs, world.coordinates];
  return encodeArtifact('world', fingerprint, [new TextEncoder().encode(JSON.stringify(facts)), one, other]);
}

export function decodeWorld(bytes: ArrayBuffer, fingerprint: string): WorldData {
  const [facts, one, other] = decodeArtifact(bytes, 'world', fingerprint);
  const known = JSON.parse(new TextDecoder().decode(facts)) as Omit<WorldData, 'costs' | 'sides' | 'arcs' | 'coordinates'>;
  return (known.kind === 'grid' ? { ...known, costs: one, sides: other } : { ...known, arcs: one, coordinates: other }) as WorldData;
}
