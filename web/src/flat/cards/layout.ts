/**
 * Layout of a flat card table in a host of any size, in pixels: the hands, the piles, the middle.
 */
import type { Seat } from '../../wire';

/** Height of a card divided by its width. */
export const TALL = 1.55;
/** Minimum size of a touch target, in pixels. */
export const FINGER = 44;
/** Minimum height of the middle, in pixels: two rows of cards large enough to touch. */
const LEAST_MIDDLE = 120;
/** Height of a name plate; larger on large tables. */
export const PLATE = 34;

export interface Point {
  x: number;
  y: number;
}

/** Positions of a seat's things. */
export interface Place {
  seat: Seat;
  near: boolean;
  /** Upper edge of the cards in the hand, centred. */
  hand: Point;
  /** Width of the hand's area. */
  width: number;
  /** Width of its cards. */
  card: number;
  /** Centre of its name plate. */
  plate: Point & { width: number };
  /** Centre of its pile of won cards. */
  pile: Point;
  /** Unit vector from the centre of the table to the seat. */
  toward: Point;
}

export interface FlatLayout {
  width: number;
  height: number;
  wide: boolean;
  /** Width of the rim. */
  rim: number;
  /** Width of cards that are played. */
  card: number;
  /** Width of cards in piles. */
  small: number;
  /** Area of the table's own cards. */
  middle: Point & { width: number; height: number };
  places: Place[];
  /** True if other seats are at the sides of the middle. */
  sides: boolean;
  /** Maximum number of cards for which a hand is laid out. */
  most: number;
  /** Scale of plates and text. */
  zoom: number;
}

/** Contents for which a flat table needs space. */
export interface Setting {
  width: number;
  height: number;
  seats: number;
  near: Seat;
  /** True if the next seat is on the left, clockwise. */
  clockwise: boolean;
  /** Maximum number of cards for which a hand is laid out. */
  most: number;
  /** True if the other hands are face up. */
  open: boolean;
  /** True if seats have piles of won cards. */
  piles: boolean;
}

/** Cards per row of a hand, and their distance. */
export interface Rows {
  each: number;
  rows: number;
  step: number;
  /** Distance from row to row. */
  drop: number;
}

/** Splits a hand into rows, so that at least `least` pixels of each card are visible. */
export function rowsOf(count: number, width: number, card: number, least: number): Rows {
  const fit = Math.max(1, Math.floor((width - card) / least) + 1);
  const rows = Math.max(1, Math.ceil(count / fit));
  const each = Math.max(1, Math.ceil(count / rows));
  const step = each > 1 ? Math.min(card * 1.04, (width - card) / (each - 1)) : 0;
  return { each, rows, step, drop: Math.max(least, card * 0.62) };
}

/** Distance between the rows of a small open hand. */
export const SMALL_DROP = TALL * 0.42;

/** Returns the visible part of each card of a small hand, in pixels. */
export function smallStrip(card: number): number {
  return Math.max(15, card * 0.38);
}

/** Returns the height of another seat's open hand. */
function fanHeight(count: number, width: number, card: number): number {
  const { rows } = rowsOf(count, width, card, smallStrip(card));
  return card * (TALL * 0.96 + (rows - 1) * SMALL_DROP);
}

/**
 * Returns the positions of the other seats from left to right, as shares of the area; `row` counts
 * from the top.
 */
function others(count: number, wide: boolean): { x: number; row: number }[] {
  const rows: Record<number, { x: number; row: number }[]> = wide
    ? {
        1: [{ x: 0.5, row: 0 }],
        2: [{ x: 0.18, row: 0 }, { x: 0.82, row: 0 }],
        3: [{ x: 0, row: 1 }, { x: 0.5, row: 0 }, { x: 1, row: 1 }],
        4: [{ x: 0, row: 1 }, { x: 0.33, row: 0 }, { x: 0.67, row: 0 }, { x: 1, row: 1 }],
        5: [{ x: 0, row: 1 }, { x: 0.24, row: 0 }, { x: 0.5, row: 0 }, { x: 0.76, row: 0 }, { x: 1, row: 1 }],
      }
    : {
        1: [{ x: 0.5, row: 0 }],
        2: [{ x: 0, row: 0 }, { x: 1, row: 0 }],
        3: [{ x: 0, row: 0 }, { x: 0.5, row: 0 }, { x: 1, row: 0 }],
        4: [{ x: 0, row: 1 }, { x: 0.2, row: 0 }, { x: 0.8, row: 0 }, { x: 1, row: 1 }],
        5: [{ x: 0, row: 1 }, { x: 0, row: 0 }, { x: 0.5, row: 0 }, { x: 1, row: 0 }, { x: 1, row: 1 }],
      };
  return rows[count] ?? [];
}

/** Returns the scale of plates and text, 1 on a small screen. */
export function zoomFor(width: number, height: number): number {
  return Math.max(1, Math.min(2.4, Math.min(width / 1000, height / 720)));
}

/** Computes the layout of a table. */
export function flatLayoutFor({ width, height, seats, near, clockwise, most, open, piles }: Setting): FlatLayout {
  const wide = width > height * 1.05;
  const zoom = zoomFor(width, height);
  const plateHeight = PLATE * zoom;
  const rim = Math.max(7, Math.min(20, Math.min(width, height) * 0.02));
  const inner = width - 2 * rim - 12;
  const own = wide
    ? Math.max(46, Math.min(height * 0.155, width * 0.1, 210))
    : Math.max(50, Math.min(width * 0.17, height * 0.09, 150));
  // On a wide table the pile is next to the hand, which gives up some width to stay in one row.
  const oneRow = Math.min(own + (most - 1) * FINGER, width * 0.84);
  const ownWidth = wide ? Math.min(inner, Math.max(oneRow, width * 0.8)) : inner;
  const mine = rowsOf(most, ownWidth, own, FINGER);
  const handHeight = own * TALL + (mine.rows - 1) * mine.drop + (wide ? own * 0.12 : 0);
  const raised = height - rim - plateHeight - 4 - handHeight;

  const rest = seats - 1;
  const small = own * (wide ? (open ? 0.58 : 0.5) : 0.6);
  const share = [0, 0.28, 0.28, 0.28, 0.22, 0.195][rest] ?? 0.195;
  const narrow = rest === 1 ? inner : inner / Math.min(rest, 3) - 6;
  const slot = wide ? Math.min(width * share, 460) : narrow;
  const fan = open ? fanHeight(most, slot, small) : small * TALL * 0.72;
  // The pile goes next to the plate if it fits, else below.
  const heap = small * 1.3;
  const beside = piles && wide && slot - heap > 150 * zoom;
  const broad = Math.min(beside ? slot - heap : slot, 210 * zoom);
  const box = fan + plateHeight + (beside || !piles ? 4 : small * 0.75);
  const top = rim + 8;
  // Five hands and more need two rows even on a wide table.
  const second = rest > 3 ? top + fan + plateHeight + 8 : Math.max(top + 20, (raised - box) * 0.42);
  const low = wide ? second : top + box + 6;

  const spots = others(rest, wide);
  if (!clockwise) spots.reverse();
  const rows = Math.max(1, ...spots.map((spot) => spot.row + 1));
  const upper = wide ? top + (spots.some((s) => s.row === 0) ? box : 0) : top + box * rows;
  // In a low window the near hand sinks over its plate: its cards stay recognizable and do not
  // cover those in the middle.
  const sunk = Math.min(LEAST_MIDDLE - (raised - upper - 12), plateHeight + 0.45 * handHeight);
  const handTop = raised + Math.max(0, sunk);
  const sides = wide && spots.some((spot) => spot.row === 1);
  const middle = {
    x: width / 2,
    y: (upper + handTop) / 2,
    width: sides ? width - 2 * (slot + rim + 8) : inner - (wide ? 120 : 0),
    height: Math.max(60, handTop - upper - 12),
  };

  const places = spots.map((spot, k): Place => {
    const x = rim + 6 + slot / 2 + spot.x * (inner - slot);
    const y = spot.row === 0 ? top : low;
    const plate = { x: beside ? x - heap / 2 : x, y: y + fan + plateHeight / 2, width: broad };
    const away = Math.hypot(x - middle.x, (plate.y - middle.y) * 1.4) || 1;
    return {
      seat: (near + 1 + k) % seats,
      near: false,
      hand: { x, y },
      width: slot,
      card: small,
      plate,
      pile: beside ? { x: plate.x + (broad + heap) / 2, y: plate.y } : { x, y: plate.y + plateHeight / 2 + small * 0.36 },
      toward: { x: (x - middle.x) / away, y: ((plate.y - middle.y) * 1.4) / away },
    };
  });
  places.push({
    seat: near,
    near: true,
    hand: { x: width / 2, y: handTop },
    width: ownWidth,
    card: own,
    plate: { x: width / 2, y: height - rim - plateHeight / 2 - 1, width: Math.min(inner, 250 * zoom) },
    pile: wide
      ? { x: Math.min(width - rim - small, width * 0.9 + small), y: height - rim - plateHeight - small }
      : { x: width - rim - small * 0.95, y: handTop - small * 0.5 },
    toward: { x: 0, y: 1 },
  });
  const room = Math.min(middle.height / (TALL * 1.75), middle.width / 4.2);
  const card = Math.max(34, Math.min(own * 1.25, room));
  return { width, height, wide, rim, card, small: small * 0.72, middle, places, sides, most, zoom };
}

export function placeOf(flatLayout: FlatLayout, seat: Seat): Place {
  return flatLayout.places.find((place) => place.seat === seat) ?? flatLayout.places[0]!;
}
