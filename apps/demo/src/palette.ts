/** Colours that hold apart for every kind of colour vision: those of M. Okabe and K. Ito, lightened for areas. */
export interface Palette {
  readonly free: string;
  readonly wall: string;
  readonly unknown: string;
  readonly terrain: string;
  readonly open: string;
  readonly closed: string;
  readonly path: string;
  readonly start: string;
  readonly goal: string;
  readonly agent: string;
  readonly landmark: string;
  readonly box: string;
  readonly edge: string;
}

const light: Palette = {
  free: '#ffffff', wall: '#3a4149', unknown: '#e3e3dd', terrain: '#c9a66b', open: '#f6c34a', closed: '#a9cfe9', path: '#b3261e',
  start: '#007d5a', goal: '#8a2f6b', agent: '#111111', landmark: '#d55e00', box: '#0b5fa5', edge: '#4b83ad',
};
const dark: Palette = {
  free: '#242b32', wall: '#8a949e', unknown: '#181d22', terrain: '#6e5a38', open: '#b98a14', closed: '#2c5777', path: '#ff8a7a',
  start: '#2fc79b', goal: '#e58ac2', agent: '#ffffff', landmark: '#ff9a4d', box: '#6cb8f5', edge: '#6fa8d0',
};

export function palette(): Palette {
  return document.documentElement.dataset['theme'] === 'dark' ? dark : light;
}
