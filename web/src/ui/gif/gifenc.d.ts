/** The parts of gifenc in use; the package has no types. */
declare module 'gifenc' {
  type Colours = [number, number, number][];
  type Format = 'rgb444' | 'rgb565' | 'rgba4444';

  interface FrameOptions {
    /** The colours of the file, with its first frame. */
    palette?: Colours;
    /** In milliseconds. */
    delay?: number;
    /** Number of repetitions; 0 for ever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, most: number, options?: { format?: Format }): Colours;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Colours, format?: Format): Uint8Array;
}
