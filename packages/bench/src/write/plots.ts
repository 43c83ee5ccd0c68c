import { BarChart, BoxplotChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Axis, Figure, Series } from '../record/result.ts';

// Plots by ECharts: maintained by the Apache foundation, draws SVG in Node without a DOM, has box plots and logarithmic axes. Colours are CSS
// variables, so that one drawing serves light and dark. The page contains no script.
echarts.use([BarChart, BoxplotChart, CustomChart, LineChart, ScatterChart, GridComponent, SVGRenderer]);

const WIDTH = 600;
const HEIGHT = 350;
/** For a plot with much text, readable on a phone. */
const NARROW = 480;
const COLOURS = 10;
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
const INK = 'var(--ink)';
const FONT = 'system-ui, sans-serif';

/** The colour of the k-th series. */
export function colour(k: number): string {
  return `var(--series-${(k % COLOURS) + 1})`;
}

function draw(option: echarts.EChartsCoreOption, { width = WIDTH, height = HEIGHT } = {}): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, textStyle: { color: INK, fontFamily: FONT, fontSize: 13 }, ...option });
  const svg = chart.renderToSVGString({ useViewBox: true });
  chart.dispose();
  return svg;
}

/** Round axis numbers without redundant digits. */
function tick(value: number): string {
  return Math.abs(value) < 1e-4 && value !== 0 ? value.toExponential(0) : Number(value.toPrecision(6)).toLocaleString('en');
}

function scale(name: string, values: readonly number[], log: boolean, vertical: boolean, fromZero = false): object {
  const common = {
    name, nameLocation: 'middle', nameGap: vertical ? 54 : 30, nameTextStyle: { color: INK, fontSize: 13 },
    // If there is no room for all labels, the last is always shown.
    axisLabel: { color: INK, fontSize: 12, formatter: tick, hideOverlap: true, showMaxLabel: vertical ? null : true },
    axisLine: { show: !vertical, lineStyle: { color: 'var(--line)' } }, axisTick: { show: false },
    splitLine: { lineStyle: { color: 'var(--faint)' } },
  };
  const finite = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  if (!log || finite.length === 0) return { ...common, type: 'value', scale: !fromZero };
  const base = finite.every((value) => Number.isInteger(Math.log2(value))) ? 2 : 10;
  // Powers around the values: a logarithmic axis labels nothing else.
  const exponents = finite.map((value) => Math.log(value) / Math.log(base));
  const min = base ** Math.floor(Math.min(...exponents) + 1e-9);
  const max = base ** Math.ceil(Math.max(...exponents) - 1e-9);
  return { ...common, type: 'log', logBase: base, startValue: min, min, max: max === min ? min * base : max };
}

/** Upper bound of a letter's width, because the reader's font is unknown. */
const LETTER = 7.2;
const LONGEST_LABEL = 30;

/** Room for labels beside a plot. */
function labelRoom(lines: readonly string[]): number {
  return 12 + LETTER * Math.min(LONGEST_LABEL, Math.max(...lines.map((line) => line.length)));
}

/** A label in lines of this many letters, or as many as its longest word has. */
function linesOf(label: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const GRID = { left: 76, right: 22, top: 12, bottom: 52 };

interface Api {
  value(dimension: number): number;
  coord(point: readonly number[]): number[];
}

/** The intervals of a measured series: a vertical line at each point. */
function intervals(series: Series, k: number): object {
  return {
    type: 'custom', silent: true, z: 1, data: series.points.filter((point) => point.length >= 4),
    renderItem: (_: unknown, api: Api) => {
      const [x1, y1] = api.coord([api.value(0), api.value(2)]);
      const [x2, y2] = api.coord([api.value(0), api.value(3)]);
      return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: colour(k), lineWidth: 2 } };
    },
    encode: { x: 0, y: [1, 2, 3] },
  };
}

function drawPoints(figure: { x: Axis; y: Axis; series: readonly Series[]; diagonal?: boolean }, type: 'line' | 'scatter'): string {
  const { x, y, series, diagonal = false } = figure;
  const points = series.flatMap((one) => one.points);
  const top = Math.max(...points.flat());
  return draw({
    grid: GRID,
    xAxis: scale(x.label, points.map((point) => point[0]), x.log ?? false, false),
    yAxis: scale(y.label, points.flatMap((point) => point.slice(1)), y.log ?? false, true),
    series: [
      ...series.map(({ name, points: data }, k) => ({
        name, type, data: data.map(([a, b]) => [a, b]), symbol: SYMBOLS[Math.floor(k / COLOURS) % SYMBOLS.length], symbolSize: type === 'line' ? 7 : 5,
        itemStyle: { color: colour(k), opacity: type === 'line' ? 1 : 0.55 },
        lineStyle: { color: colour(k), width: 2, type: k < COLOURS ? 'solid' : 'dashed' },
      })),
      ...series.map(intervals),
      ...(diagonal ? [{ type: 'line', data: [[0, 0], [top, top]], symbol: 'none', silent: true, lineStyle: { color: 'var(--soft)', type: 'dashed', width: 1 } }] : []),
    ],
  });
}

/** Vertical if each label has room below its bars, otherwise horizontal with labels beside them. */
function drawBars(figure: Extract<Figure, { kind: 'bars' }>): string {
  const { categories, series, y } = figure;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const letters = ((WIDTH - GRID.left - GRID.right) / categories.length - 8) / LETTER;
  const below = categories.map((name) => linesOf(name, letters));
  const lying = below.some((lines) => lines.length > 3 || lines.some((line) => line.length > letters));
  const labels = lying ? categories.map((name) => linesOf(name, LONGEST_LABEL)) : below;
  const names = {
    type: 'category', inverse: lying, data: labels.map((lines) => lines.join('\n')),
    axisTick: { show: false }, axisLine: { lineStyle: { color: 'var(--line)' } }, axisLabel: { color: INK, fontSize: 12, interval: 0 },
  };
  const figures = scale(y.label, values, y.log ?? false, !lying, true);
  const drawn = series.map(({ name, values: data }, k) => {
    return { name, type: 'bar', data, itemStyle: { color: colour(k), borderRadius: lying ? [0, 2, 2, 0] : [2, 2, 0, 0] }, barGap: '8%', barCategoryGap: '24%' };
  });
  if (!lying) return draw({ grid: { ...GRID, bottom: 60 }, xAxis: names, yAxis: figures, series: drawn });
  const step = 10 + Math.max(4 * series.length, 14 * Math.max(...labels.map((lines) => lines.length)));
  const grid = { ...GRID, left: labelRoom(labels.flat()), right: 34 };
  return draw({ grid, xAxis: figures, yAxis: names, series: drawn }, { width: NARROW, height: GRID.top + GRID.bottom + step * categories.length });
}

function drawBoxes({ x, boxes }: Extract<Figure, { kind: 'boxes' }>): string {
  return draw({
    grid: { left: labelRoom(boxes.map(({ name }) => name)), right: 30, top: 14, bottom: 52 },
    xAxis: { ...scale(x.label, boxes.flatMap(({ five }) => five), x.log ?? false, false) },
    yAxis: { type: 'category', inverse: true, data: boxes.map(({ name }) => name), axisTick: { show: false }, axisLine: { show: false }, axisLabel: { color: INK, fontSize: 12 } },
    series: [{
      type: 'boxplot', boxWidth: [8, 22],
      data: boxes.map(({ five }, k) => ({ value: five, itemStyle: { color: 'var(--paper)', borderColor: colour(k), borderWidth: 2 } })),
    }],
  }, { height: 80 + boxes.length * 38 });
}

/** The figure as SVG; its colours are the CSS variables of the report. */
export function drawFigure(figure: Exclude<Figure, { kind: 'maps' }>): string {
  switch (figure.kind) {
    case 'lines': return drawPoints(figure, 'line');
    case 'scatter': return drawPoints(figure, 'scatter');
    case 'bars': return drawBars(figure);
    case 'boxes': return drawBoxes(figure);
  }
}
