/** Deterministic pseudo-random numbers: equal arguments give equal numbers on every machine. */

/** Returns a number in [0, 1) for two whole numbers. */
export function hash(x: number, y = 0): number {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Returns a number in [0, 1) for a text, such as the key of a piece. */
export function hashText(text: string, salt = 0): number {
  let h = 2166136261 ^ salt;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return hash(h, salt);
}

const wrap = (i: number, period: number): number => (period > 0 ? ((i % period) + period) % period : i);

/**
 * Returns smooth noise in [0, 1) over the plane. With periods (whole numbers) it repeats, so that a
 * texture can be tiled.
 */
export function noise(x: number, y: number, periodX = 0, periodY = periodX): number {
  const left = Math.floor(x);
  const low = Math.floor(y);
  const fx = x - left;
  const fy = y - low;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const x0 = wrap(left, periodX);
  const x1 = wrap(left + 1, periodX);
  const y0 = wrap(low, periodY);
  const y1 = wrap(low + 1, periodY);
  const a = hash(x0, y0);
  const b = hash(x1, y0);
  const c = hash(x0, y1);
  const d = hash(x1, y1);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/**
 * Returns fractal noise in [0, 1): each octave has twice the frequency. Periods are for the first
 * octave.
 */
export function fbm(x: number, y: number, octaves = 4, periodX = 0, periodY = periodX): number {
  let sum = 0;
  let weight = 0;
  let share = 0.5;
  let scale = 1;
  for (let i = 0; i < octaves; i++) {
    sum += share * noise(x * scale, y * scale, periodX * scale, periodY * scale);
    weight += share;
    share *= 0.5;
    scale *= 2;
  }
  return sum / weight;
}
