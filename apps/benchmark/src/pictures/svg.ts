/** Colours by name, light and dark: a picture follows the reader's system, on its own background. */
const STYLE = `
.card{fill:#fff;stroke:#e0e4ea}.wall{fill:#5d6877}.rough{fill:#cbb994}.seen{fill:#9ec9ec}.path{fill:none;stroke:#d6204e;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
.edge{fill:none;stroke:#7fb2dd;stroke-width:.8}.outline{fill:none;stroke:#0b62a8;stroke-width:.8}.tree{fill:none;stroke:#3a87c2;stroke-width:.7}.ink{fill:#1d232c}.soft{fill:#5d6877}.ours{fill:#0b62a8}.other{fill:#b9c2cd}.line{stroke:#e0e4ea}
text{font:13px system-ui,sans-serif}.small{font-size:12px}
@media (prefers-color-scheme:dark){.card{fill:#12161c;stroke:#2a323d}.wall{fill:#7d8896}.rough{fill:#6a5c3e}.seen{fill:#1f5078}.path{stroke:#ff5c85}.edge{stroke:#31618a}.outline{stroke:#5db2f2}.tree{stroke:#5db2f2}
.ink{fill:#e4e9f0}.soft{fill:#9aa6b5}.ours{fill:#5db2f2}.other{fill:#46515f}.line{stroke:#2a323d}}
`;

type Point = readonly number[];

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const round = (value: number): string => String(Math.round(value * 10) / 10);

/** A picture: a title for screen readers, and its content. */
export function svg(title: string, width: number, height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">`
    + `<title>${escape(title)}</title><style>${STYLE}</style><rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>\n${parts.join('\n')}\n</svg>\n`;
}

export function text(words: string, x: number, y: number, classes = 'ink', anchor: 'start' | 'end' = 'start'): string {
  return `<text class="${classes}" x="${round(x)}" y="${round(y)}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escape(words)}</text>`;
}

export function bar(classes: string, x: number, y: number, width: number, height: number): string {
  return `<rect class="${classes}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="2"/>`;
}

export function discs(classes: string, radius: number, centres: readonly Point[]): string {
  return `<path class="${classes}" d="${centres.map(([x, y]) => `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 1 0 ${round(2 * radius)} 0a${round(radius)} ${round(radius)} 0 1 0 ${round(-2 * radius)} 0z`).join('')}"/>`;
}

export function lines(classes: string, paths: readonly (readonly Point[])[]): string {
  return `<path class="${classes}" d="${paths.map((path) => path.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')).join('')}"/>`;
}

/** The cells of a map for which `is` holds, a rectangle for each run of a row. */
export function cells(classes: string, width: number, height: number, size: number, is: (x: number, y: number) => boolean): string {
  const runs: string[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!is(x, y)) continue;
      const from = x;
      while (x + 1 < width && is(x + 1, y)) x++;
      runs.push(`M${round(from * size)} ${round(y * size)}h${round((x + 1 - from) * size)}v${round(size)}h${round((from - x - 1) * size)}z`);
    }
  }
  return `<path class="${classes}" d="${runs.join('')}"/>`;
}

export function moved(x: number, y: number, parts: readonly string[]): string {
  return `<g transform="translate(${round(x)} ${round(y)})">\n${parts.join('\n')}\n</g>`;
}
