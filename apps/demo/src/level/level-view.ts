import {
  AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Raycaster, Scene,
  SphereGeometry, Vector2, Vector3, WebGLRenderer, type Object3D,
} from 'three';
import { palette } from '../palette.ts';
import { placeCamera, VIEW_ANGLE } from './level-camera.ts';
import { HOLE, JUMP, LADDER, SIZE, STOREY, WALL, type LevelModel, type Place } from './level-model.ts';

const WALL_HEIGHT = 1.6;
/** Floors are drawn a little apart in depth from what lies on them. */
const LIFT = 0.06;

/** The level in space: x to the right, y away from the camera, z up. */
export class LevelView {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.1, 200);
  private readonly sun = new DirectionalLight('#ffffff', 2.2);
  private ground = new Mesh(new BufferGeometry(), new MeshLambertMaterial());
  private readonly built = new Group();
  private seen = -1;
  private theme = '';
  /** Radians: how far the camera has gone around. */
  angle = -0.42;
  /** Where the keyboard is, if it is used. */
  cursor: Place | undefined;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly model: LevelModel) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.scene.add(new AmbientLight('#ffffff', 1.3), this.sun, this.built, this.ground);
    this.sun.position.set(-8, 16, 12);
  }

  draw(): void {
    const { renderer, canvas, camera, scene, model } = this;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(width, height, false);
    placeCamera(camera, this.angle, width / height);
    const theme = document.documentElement.dataset['theme'] ?? '';
    if (this.seen !== model.mesh.version || this.theme !== theme) this.drawGround();
    this.seen = model.mesh.version;
    this.theme = theme;
    this.drawThings();
    renderer.render(scene, camera);
  }

  /** The place of the level under a pointer. */
  at(event: { readonly clientX: number; readonly clientY: number }): Place | undefined {
    const area = this.canvas.getBoundingClientRect(), rays = new Raycaster();
    rays.setFromCamera(new Vector2((2 * (event.clientX - area.left)) / area.width - 1, 1 - (2 * (event.clientY - area.top)) / area.height), this.camera);
    const hit = rays.intersectObject(this.ground, false)[0] as { readonly point: Vector3 } | undefined;
    return hit === undefined ? undefined : { x: hit.point.x + SIZE.x / 2, y: SIZE.y / 2 - hit.point.z, z: hit.point.y };
  }

  /** The faces of the mesh, as they are now. */
  private drawGround(): void {
    const { mesh } = this.model, colours = palette();
    const corners: number[] = [], shades: number[] = [], sides: number[] = [];
    const low = new Color(colours.closed), high = new Color(colours.low), door = new Color(colours.open);
    for (let face = 0; face < mesh.vertexCount; face++) {
      const outline = mesh.outlineOf(face), heights = mesh.heightsOf(face);
      const at = outline.map(([x, y], i) => inSpace({ x, y, z: heights[i] }));
      for (let i = 0; i < at.length; i++) sides.push(...lifted(at[i]), ...lifted(at[(i + 1) % at.length]));
      for (let i = 2; i < at.length; i++) {
        for (const k of [0, i - 1, i]) {
          const shade = mesh.areaOf(face) === 0 ? low.clone().lerp(high, heights[k] / STOREY) : door;
          corners.push(at[k].x, at[k].y, at[k].z);
          shades.push(shade.r, shade.g, shade.b);
        }
      }
    }
    this.scene.remove(this.ground);
    release(this.ground);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
    geometry.setAttribute('color', new BufferAttribute(Float32Array.from(shades), 3));
    geometry.computeVertexNormals();
    this.ground = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
    const edges = new BufferGeometry();
    edges.setAttribute('position', new BufferAttribute(Float32Array.from(sides), 3));
    this.ground.add(new LineSegments(edges, new LineBasicMaterial({ color: colours.edge, transparent: true, opacity: 0.55 })));
    this.scene.add(this.ground);
  }

  /** Walls, door, ladder, path, and the one who walks. */
  private drawThings(): void {
    const { built, model } = this, colours = palette();
    for (const child of built.children) release(child);
    built.clear();
    const box = (from: Place, to: Place, colour: string, opacity = 1): void => {
      const size = [to.x - from.x, to.z - from.z, to.y - from.y].map((side) => Math.max(0.04, Math.abs(side)));
      const made = new Mesh(new BoxGeometry(...size), new MeshLambertMaterial({ color: colour, transparent: opacity < 1, opacity }));
      made.position.copy(inSpace({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: (from.z + to.z) / 2 }));
      built.add(made);
    };
    const { left, right, door: [low, high] } = WALL;
    for (const [from, to] of [[0, low], [high, 8]]) box({ x: left, y: from, z: 0 }, { x: right, y: to, z: WALL_HEIGHT }, colours.wall);
    box({ x: left, y: 8, z: 0 }, { x: right, y: SIZE.y, z: STOREY - 0.1 }, colours.wall);
    if (!model.isDoorOpen) box({ x: left + 0.1, y: low, z: 0 }, { x: right - 0.1, y: high, z: WALL_HEIGHT * 0.85 }, colours.landmark);
    if (model.isLadderUp) {
      const [foot, top] = LADDER;
      for (const x of [foot.x - 0.35, foot.x + 0.35]) this.bar({ ...foot, x }, { ...top, x, z: top.z + 0.5 }, 0.09, colours.terrain);
      for (let k = 1; k < 8; k++) {
        const share = k / 8, at = { y: foot.y + share * (top.y - foot.y), z: share * (STOREY + 0.3) };
        this.bar({ x: foot.x - 0.35, ...at }, { x: foot.x + 0.35, ...at }, 0.07, colours.terrain);
      }
    }
    for (const place of JUMP) box({ x: place.x - 0.3, y: place.y - 0.15, z: place.z + LIFT }, { x: place.x + 0.3, y: place.y + 0.15, z: place.z + LIFT }, colours.agent, 0.35);
    const { points } = model.walk;
    for (let i = 0; i + 1 < points.length; i++) this.bar(raised(points[i]), raised(points[i + 1]), 0.14, colours.path);
    this.ball(model.walker, 0.36, colours.start);
    this.ball(model.goal, 0.28, colours.goal);
    if (this.cursor !== undefined) this.frame(raised(this.cursor), colours.agent);
  }

  private bar(from: Place, to: Place, width: number, colour: string): void {
    const a = inSpace(from), b = inSpace(to), length = a.distanceTo(b);
    if (length === 0) return;
    const made = new Mesh(new BoxGeometry(width, width, length), new MeshLambertMaterial({ color: colour }));
    made.position.copy(a).add(b).multiplyScalar(0.5);
    made.lookAt(b);
    this.built.add(made);
  }

  /** A square as large as a hole. */
  private frame({ x, y, z }: Place, colour: string): void {
    const corners = [[-HOLE, -HOLE], [HOLE, -HOLE], [HOLE, HOLE], [-HOLE, HOLE]].map(([dx, dy]) => ({ x: x + dx, y: y + dy, z }));
    corners.forEach((corner, i) => this.bar(corner, corners[(i + 1) % 4], 0.12, colour));
  }

  private ball(at: Place, radius: number, colour: string): void {
    const made = new Mesh(new SphereGeometry(radius, 24, 16), new MeshLambertMaterial({ color: colour }));
    made.position.copy(inSpace({ ...at, z: at.z + radius }));
    this.built.add(made);
  }
}

function inSpace({ x, y, z }: Place): Vector3 {
  return new Vector3(x - SIZE.x / 2, z, SIZE.y / 2 - y);
}

function lifted({ x, y, z }: Vector3): [number, number, number] {
  return [x, y + LIFT / 3, z];
}

function raised(place: Place): Place {
  return { ...place, z: place.z + 2 * LIFT };
}

/** Gives what an object holds on the graphics card back. */
function release(object: Object3D): void {
  if (object instanceof Mesh || object instanceof LineSegments) {
    object.geometry.dispose();
    object.material.dispose();
  }
  for (const child of object.children) release(child);
}
