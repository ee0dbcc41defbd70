/** The evaluation graph. In its own chunk, because most logs have none. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { reach, type Curve } from '../../evaluation';
import type { Language } from '../../i18n';

export interface Plotted {
  curves: Curve[];
  /** Names of the seats, in seat order. */
  names: string[];
  language: Language;
  /** Called when a position was picked. */
  onseek: (index: number) => void;
}

/** Width of an axis's numbers in pixels, and their font. */
const AXIS = 38;
const FONT = '10px system-ui, sans-serif';

/** Formats a number for the language, in two digits. */
function shortened(value: number, language: Language): string {
  const size = Math.abs(value);
  const notation = size === 0 || (size >= 0.01 && size < 10_000) ? 'standard' : 'scientific';
  return new Intl.NumberFormat(language, { notation, maximumSignificantDigits: notation === 'standard' ? 2 : 1, useGrouping: false }).format(value);
}

const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 4], [12, 6]];

function colour(host: HTMLElement, name: string): string {
  return getComputedStyle(host).getPropertyValue(name).trim();
}

/** A graph of the bots' plots and evaluations. */
export class Plot {
  readonly #plot: uPlot;
  #curves: Curve[];
  #at = 0;

  constructor(host: HTMLElement, { curves, names, language, onseek }: Plotted) {
    const line = colour(host, '--line');
    // Curves with the same name share a scale; the first two scales have space for an axis.
    const measures = [...new Set(curves.map(({ name }) => name))];
    const scales = Object.fromEntries(measures.map((name): [string, uPlot.Scale] => [`of ${name}`, { range: () => this.#range(name) }]));
    const axis = (name: string, side: number): uPlot.Axis => ({
      scale: `of ${name}`, side, size: AXIS, gap: 2, stroke: colour(host, '--dim'), font: FONT,
      label: name, labelSize: name ? 14 : 0, labelFont: FONT, grid: { show: false }, ticks: { show: false },
      // The ends and the middle, where no seat is ahead.
      splits: (_, __, low, high) => [0.8 * low, 0, 0.8 * high],
      values: (_, values) => values.map((value) => shortened(value, language)),
    });
    this.#curves = curves;
    this.#plot = new uPlot({
      ...Plot.#size(host),
      padding: [4, 0, 4, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false }, ...scales },
      axes: [{ show: false }, ...measures.slice(0, 2).map((name, n) => axis(name, n === 0 ? 3 : 1))],
      series: [
        {},
        ...curves.map(({ seat, name }, at) => ({
          label: `${names[seat]} ${name}`.trim(), scale: `of ${name}`, stroke: colour(host, `--seat-${seat}`), width: 2,
          spanGaps: true, dash: DASHES[at % DASHES.length], points: { show: false },
        })),
      ],
      hooks: {
        drawClear: [(plot) => this.#rule(plot, plot.bbox.top + plot.bbox.height / 2, null, line)],
        draw: [(plot) => this.#rule(plot, null, plot.valToPos(this.#at, 'x', true), colour(host, '--gold'))],
      },
    }, Plot.#data(curves), host);
    this.#plot.over.addEventListener('click', () => {
      const index = this.#plot.cursor.idx;
      if (typeof index === 'number') onseek(index);
    });
  }

  static #size(host: HTMLElement): { width: number; height: number } {
    return { width: Math.max(50, host.clientWidth), height: Math.max(30, host.clientHeight) };
  }

  static #data(curves: Curve[]): uPlot.AlignedData {
    const length = curves[0]?.values.length ?? 0;
    return [Array.from({ length }, (_, index) => index), ...curves.map(({ values }) => values)];
  }

  /** Returns a range symmetric around zero, so that no seat is ahead on the middle line. */
  #range(measure: string): [number, number] {
    const far = reach(this.#curves.flatMap(({ name, values }) => (name === measure ? values : [])));
    return [-far, far];
  }

  #rule(plot: uPlot, y: number | null, x: number | null, stroke: string): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = stroke;
    // The previous curve may have left its own.
    ctx.setLineDash([]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x ?? bbox.left, y ?? bbox.top);
    ctx.lineTo(x ?? bbox.left + bbox.width, y ?? bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  /** Marks the current position. */
  mark(at: number): void {
    this.#at = at;
    this.#plot.redraw(false);
  }

  set(curves: Curve[]): void {
    this.#curves = curves;
    this.#plot.setData(Plot.#data(curves));
  }

  resize(host: HTMLElement): void {
    this.#plot.setSize(Plot.#size(host));
  }

  destroy(): void {
    this.#plot.destroy();
  }
}
