/** Labels of bots' marks, and the outlines of the marks of seats. */
import type { SeatMark } from '../scene/seats';

/** Cuts a label to fit a small place. */
export function cut(label: string, most: number): string {
  const signs = [...(label || '*')];
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`;
}

function polygon(corners: number, radius: number, turn: number, inner = radius): string {
  const steps = inner === radius ? corners : corners * 2;
  const points = Array.from({ length: steps }, (_, i) => {
    const r = inner === radius || i % 2 === 0 ? radius : inner;
    const angle = turn + (2 * Math.PI * i) / steps;
    return `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/**
 * Outlines of the seats' marks around the origin; all look about as big as a circle of radius 10.
 */
export const OUTLINES: Record<SeatMark, string> = {
  circle: 'M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z',
  triangle: polygon(3, 12.5, 0),
  square: polygon(4, 12.6, Math.PI / 4),
  diamond: polygon(4, 12.6, 0),
  star: polygon(5, 13, 0, 5.6),
  hexagon: polygon(6, 11.2, 0),
};
