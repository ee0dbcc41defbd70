/** The evaluation graph. In a chunk of its own: most logs have none. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { reach, type Curve } from '../../evaluation';

export interface Plotted {
  curves: Curve[];
  /** Names of the seats, in seat order. */
  names: string[];
  /** A position was picked. */
  onseek: (index: number) => void;
}

const DASHES = [[], [6, 4], [2, 3], [10, 4, 2, 4], [1, 4], [12, 6]];

function colour(host: HTMLElement, name: string): string {
  return getComputedStyle(host).getPropertyValue(name).trim();
}

/** A graph of what bots plot and think of their position. */
export class Plot {
  readonly #plot: uPlot;
  #curves: Curve[];
  #at = 0;

  constructor(host: HTMLElement, { curves, names, onseek }: Plotted) {
    const line = colour(host, '--line');
    // Each curve has its own measure, and so its own scale.
    const scale = (at: number): uPlot.Scale => ({ range: () => this.#range(at) });
    const scales = Object.fromEntries(curves.map((_, at) => [`c${at}`, scale(at)]));
    this.#curves = curves;
    this.#plot = new uPlot({
      ...Plot.#size(host),
      padding: [4, 0, 4, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false }, ...scales },
      axes: [{ show: false }, { show: false }],
      series: [
        {},
        ...curves.map(({ seat, name }, at) => ({
          label: `${names[seat]} ${name}`.trim(), scale: `c${at}`, stroke: colour(host, `--seat-${seat}`), width: 2,
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

  /** Around nothing, so that the middle line is where no seat is ahead. */
  #range(at: number): [number, number] {
    const far = reach(this.#curves[at]?.values ?? []);
    return [-far, far];
  }

  #rule(plot: uPlot, y: number | null, x: number | null, stroke: string): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = stroke;
    // The curve before may have left its own.
    ctx.setLineDash([]);
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x ?? bbox.left, y ?? bbox.top);
    ctx.lineTo(x ?? bbox.left + bbox.width, y ?? bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  /** Marks the position that is shown. */
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
