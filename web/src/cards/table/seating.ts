/** Seats around a card table. */
import { Vector3 } from 'three';
import { turned, type Pose } from '../../scene/pieces';
import { drawn, type Outline } from '../../scene/table';
import type { Seat } from '../../wire';

/** A table with its seats. */
export interface Seating extends Outline {
  seats: number;
  /** The seat at the near edge. */
  near: Seat;
  /** 1 if the game goes round against the clock, as seen from above; -1 with it. */
  sense: 1 | -1;
  /** How much larger what is looked at is than on a round table. */
  size: number;
  /** Where the middle of what is played lies, towards the near edge: on a round table the near hand hides a part of the felt. */
  middle: number;
  /** How far the hands at the sides are turned to the near edge, in radians. */
  turned: number;
}

/** How far a long table is drawn out at either end, in radii. */
const OUT = 0.5;

/** A table for so many seats: five and six need a larger one. With `tall` it is longer than wide. */
export function seating(seats: number, near: Seat, sense: 1 | -1, tall = false, radius = seats > 4 ? 6 : 5.3): Seating {
  const shape = tall ? { out: OUT * radius, size: 1.25, middle: 0.1, turned: 0.3 } : { out: 0, size: 1, middle: -0.45, turned: 0.6 };
  return { seats, near, sense, radius, ...shape };
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
  return { x: Math.sin(yaw + angle) * radius, z: drawn(table, Math.cos(yaw + angle) * radius), yaw };
}

/** A pose in the frame of a seat of a round table, brought into that of the table. */
export function atSeat(table: Seating, pose: Pose, seat: Seat): Pose {
  const yaw = yawOf(table, seat);
  const there = turned(pose, yaw);
  const edge = Math.cos(yaw) * table.radius;
  there.position.z += drawn(table, edge) - edge;
  return there;
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
