/**
 * Positions of a match as an animated GIF of the flat table, which looks the same in every browser.
 * Loaded on demand.
 */
import { GIFEncoder, applyPalette, quantize } from 'gifenc';
import { flushSync, mount, unmount } from 'svelte';
import type { FlatProps, GameModule } from '../../games/game';
import type { Language } from '../../i18n';
import type { Moment, Step } from '../../scene/scene';
import type { MatchHead, Seat } from '../../wire';
import { picture } from './picture';

/** The size of a frame in pixels; the text takes the bottom part. */
export const SIZE = { width: 720, height: 512, text: 32 } as const;
/** Milliseconds per position, and for the last one. */
const STAYS = { each: 900, last: 2500 } as const;
/** Colours of a GIF; the last one of its table marks unchanged pixels. */
const COLOURS = 256;
const SAME = COLOURS - 1;

/** Positions to draw. */
export interface Clip {
  module: GameModule;
  head: MatchHead;
  steps: readonly Step[];
  /** Returns the moment of a position. */
  momentAt: (index: number) => Moment;
  near: Seat;
  language: Language;
  /** The first and the last position. */
  from: number;
  to: number;
  /** Returns the text of a position, drawn below the table. */
  said: (index: number) => string;
  /** Called after each frame. */
  onframe: (done: number) => void;
}

const NOTHING = { marks: [], open: [], picked: [], preview: null, hover: null, paths: [] };

/** Waits until the page has been drawn, which measures the table. */
function frame(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/** Draws a clip. */
export async function gifOf(clip: Clip): Promise<Blob> {
  const { module, steps, momentAt, from, to, said, onframe } = clip;
  const { width, height, text } = SIZE;
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'fixed', left: '-200vw', top: '0', width: `${width}px`, height: `${height - text}px` });
  host.inert = true;
  document.body.append(host);
  const props: FlatProps = $state({
    head: clip.head, moment: momentAt(from), overlay: NOTHING, near: clip.near, language: clip.language,
    steps: () => steps, onpick: () => {}, onhover: () => {},
  });
  const table = mount(await module.flat(), { target: host, props });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const draw = async (at: number): Promise<Uint8ClampedArray> => {
    props.moment = momentAt(at);
    flushSync();
    await picture(pen, host, width, height - text);
    caption(pen, said(at));
    return pen.getImageData(0, 0, width, height).data;
  };
  try {
    await frame();
    await frame();
    const palette = coloursOf([await draw(from), await draw(to)]);
    const gif = GIFEncoder();
    let before: Uint8Array | null = null;
    for (let at = from; at <= to; at += 1) {
      const now = applyPalette(await draw(at), palette, 'rgb444');
      const delay = at === to ? STAYS.last : STAYS.each;
      if (before) gif.writeFrame(changed(before, now), width, height, { delay, transparent: true, transparentIndex: SAME, dispose: 1 });
      else gif.writeFrame(now, width, height, { palette: [...palette, ...filling(palette.length)], delay, repeat: 0 });
      before = now;
      onframe(at - from + 1);
      await frame();
    }
    gif.finish();
    return new Blob([gif.bytes() as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
  } finally {
    await unmount(table);
    host.remove();
  }
}

/** Returns a palette for several frames. */
function coloursOf(frames: readonly Uint8ClampedArray[]): [number, number, number][] {
  const all = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  frames.forEach((one, n) => all.set(one, n * one.length));
  return quantize(all, SAME, { format: 'rgb444' });
}

/** Returns colours that fill up a table with `taken` colours. */
function filling(taken: number): [number, number, number][] {
  return Array.from({ length: COLOURS - taken }, () => [0, 0, 0]);
}

/** Returns the pixels of a frame that have changed. */
export function changed(before: Uint8Array, now: Uint8Array): Uint8Array {
  return now.map((colour, at) => (before[at] === colour ? SAME : colour));
}

function caption(pen: CanvasRenderingContext2D, words: string): void {
  const { width, height, text } = SIZE;
  pen.fillStyle = '#14100c';
  pen.fillRect(0, height - text, width, text);
  pen.fillStyle = '#f6ead4';
  pen.font = "600 17px system-ui, 'DejaVu Sans', sans-serif";
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  pen.fillText(words, width / 2, height - text / 2, width - 20);
}
