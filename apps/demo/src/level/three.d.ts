/** Types of the part of three.js that the level uses; three.js has no types of its own. */
declare module 'three' {
  export class Vector2 {
    constructor(x: number, y: number);
  }
  export class Vector3 {
    constructor(x: number, y: number, z: number);
    x: number;
    y: number;
    z: number;
    set(x: number, y: number, z: number): this;
    copy(other: Vector3): this;
    clone(): Vector3;
    project(camera: PerspectiveCamera): this;
    add(other: Vector3): this;
    multiplyScalar(factor: number): this;
    distanceTo(other: Vector3): number;
  }
  export class Color {
    constructor(colour: string);
    r: number;
    g: number;
    b: number;
    clone(): Color;
    lerp(other: Color, share: number): this;
  }
  export class BufferAttribute {
    constructor(array: Float32Array, itemSize: number);
  }
  export class BufferGeometry {
    setAttribute(name: string, attribute: BufferAttribute): this;
    computeVertexNormals(): void;
    dispose(): void;
  }
  export class BoxGeometry extends BufferGeometry {
    constructor(...size: number[]);
  }
  export class SphereGeometry extends BufferGeometry {
    constructor(radius: number, across: number, around: number);
  }
  export class Material {
    dispose(): void;
  }
  interface Look { color?: string; transparent?: boolean; opacity?: number; vertexColors?: boolean; side?: number }
  export class MeshLambertMaterial extends Material {
    constructor(look?: Look);
  }
  export class LineBasicMaterial extends Material {
    constructor(look?: Look);
  }
  export class Object3D {
    readonly position: Vector3;
    readonly children: Object3D[];
    add(...others: Object3D[]): this;
    remove(...others: Object3D[]): this;
    clear(): this;
    lookAt(at: Vector3): void;
    updateMatrixWorld(): void;
  }
  export class Scene extends Object3D {}
  export class Group extends Object3D {}
  export class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: Material);
    readonly geometry: BufferGeometry;
    readonly material: Material;
  }
  export class LineSegments extends Mesh {}
  export class AmbientLight extends Object3D {
    constructor(colour: string, intensity: number);
  }
  export class DirectionalLight extends AmbientLight {}
  export class PerspectiveCamera extends Object3D {
    constructor(angle: number, aspect: number, near: number, far: number);
    aspect: number;
    updateProjectionMatrix(): void;
  }
  export class Raycaster {
    setFromCamera(at: Vector2, camera: PerspectiveCamera): void;
    intersectObject(object: Object3D, isDeep: boolean): { readonly point: Vector3 }[];
  }
  export class WebGLRenderer {
    constructor(options: { canvas: HTMLCanvasElement; antialias: boolean; alpha: boolean });
    setPixelRatio(ratio: number): void;
    setSize(width: number, height: number, isStyled: boolean): void;
    render(scene: Scene, camera: PerspectiveCamera): void;
  }
  export const DoubleSide: number;
}
