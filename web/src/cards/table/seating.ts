/** Seats around a card table. */
import { Vector3 } from 'three';
import type { Seat } from '../../wire';

/** A table with its seats. */
export interface Seating {
  seats: number;
  /** The seat at the near edge. */
  near: Seat;
  /** 1 if the game goes round against the clock, as seen from above; -1 with it. */
  sense: 1 | -1;
  /** Radius of the felt. */
  radius: number;
}

/** A table for so many seats: five and six need a larger one. */
export function seating(seats: number, near: Seat, sense: 1 | -1): Seating {
  return { seats, near, sense, radius: seats > 4 ? 6 : 5.3 };
}

/** How far a seat is turned about the middle of the table from the near edge, in radians. */
export function yawOf(table: Seating, seat: Seat): number {
  const place = (((seat - table.near) % table.seats) + table.seats) % table.seats;
  const yaw = (place * 2 * Math.PI * table.sense) / table.seats;
  return Math.atan2(Math.sin(yaw), Math.cos(yaw));
}

/** A place on the felt with the direction of the seat that it belongs to. */
export interface Place {
  x: number;
  z: number;
  yaw: number;
}

/** A point at a distance from the middle and an angle beside a seat's own direction. */
export function beside(table: Seating, seat: Seat, radius: number, angle: number): Place {
  const yaw = yawOf(table, seat);
  return { x: Math.sin(yaw + angle) * radius, z: Math.cos(yaw + angle) * radius, yaw };
}

/** Where the trail of a seat's move begins: at its hand. */
export function origin(table: Seating, seat: Seat): Vector3 {
  const { x, z } = beside(table, seat, table.radius - 0.9, 0);
  return new Vector3(x, 0, z);
}

/** The angle from a seat to the gap on its right hand. */
export function gap(table: Seating): number {
  return Math.min(0.86, Math.PI / table.seats);
}
