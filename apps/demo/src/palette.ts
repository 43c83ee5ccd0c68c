/** Colours that hold apart for every kind of colour vision: hues of M. Okabe and K. Ito, and apart in lightness as well. */
export interface Palette {
  readonly free: string;
  readonly wall: string;
  readonly unknown: string;
  /** A wall that is not seen yet. */
  readonly unseenWall: string;
  readonly terrain: string;
  readonly open: string;
  /** The cells closed first, and those closed last. */
  readonly closed: string;
  readonly closedLate: string;
  /** An estimate as it was at first, and where it has risen most. */
  readonly low: string;
  readonly high: string;
  readonly path: string;
  readonly halo: string;
  readonly start: string;
  readonly goal: string;
  readonly agent: string;
  readonly landmark: string;
  readonly box: string;
  readonly edge: string;
  readonly cone: string;
  readonly line: string;
}

const light: Palette = {
  free: '#ffffff', wall: '#3a434d', unknown: '#d3d9df', unseenWall: '#a5acb3', terrain: '#e0c48d', open: '#f5b02e', closed: '#d6eaf8', closedLate: '#6fb1de',
  low: '#efe4f4', high: '#7a2f9c', path: '#b3261e', halo: '#ffffff', start: '#00795a', goal: '#8a2f6b', agent: '#15191d', landmark: '#c24e00',
  box: '#0b5fa5', edge: '#3f83b5', cone: '#f5b02e', line: '#e4e8ec',
};
const dark: Palette = {
  free: '#2a343f', wall: '#7d8a97', unknown: '#12171c', unseenWall: '#323a41', terrain: '#6b5833', open: '#e0a526', closed: '#1f4059', closedLate: '#4594cc',
  low: '#33283f', high: '#c78bea', path: '#ff8a78', halo: '#12171c', start: '#2fd0a2', goal: '#f08ecb', agent: '#ffffff', landmark: '#ff9a4d',
  box: '#7cc2fa', edge: '#6fb0e0', cone: '#e0a526', line: '#36424e',
};

export function palette(): Palette {
  return document.documentElement.dataset['theme'] === 'dark' ? dark : light;
}

/** A colour as one number a pixel takes, red in the lowest byte. */
export function pixel(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  return ((value >> 16) | (value & 0xff00) | ((value & 0xff) << 16) | 0xff000000) >>> 0;
}

/** Between two pixels, from 0 to 1. */
export function blend(from: number, to: number, share: number): number {
  const mix = (shift: number): number => Math.round(((from >> shift) & 255) + share * (((to >> shift) & 255) - ((from >> shift) & 255))) << shift;
  return (mix(0) | mix(8) | mix(16) | 0xff000000) >>> 0;
}
