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
  /** 1 if the game runs counter-clockwise seen from above; -1 if clockwise. */
  sense: 1 | -1;
  /** Scale of the cards in focus, compared with a round table. */
  size: number;
  /**
   * Distance from the centre of the table towards the near edge of the played cards: on a round
   * table the near hand hides part of the felt.
   */
  middle: number;
  /** Turn of the hands at the sides towards the near edge, in radians. */
  turned: number;
}

/** Length of a long table beyond the circle at either end, in radii. */
const OUT = 0.5;

/**
 * Returns a table for a number of seats: five and six need a larger one. With `tall` it is longer
 * than wide.
 */
export function seating(seats: number, near: Seat, sense: 1 | -1, tall = false, radius = seats > 4 ? 6 : 5.3): Seating {
  const shape = tall ? { out: OUT * radius, size: 1.25, middle: 0.1, turned: 0.3 } : { out: 0, size: 1, middle: -0.45, turned: 0.6 };
  return { seats, near, sense, radius, ...shape };
}

/** Returns the angle of a seat around the middle of the table from the near edge, in radians. */
export function yawOf(table: Seating, seat: Seat): number {
  const place = (((seat - table.near) % table.seats) + table.seats) % table.seats;
  const yaw = (place * 2 * Math.PI * table.sense) / table.seats;
  return Math.atan2(Math.sin(yaw), Math.cos(yaw));
}

/** A place on the felt with the direction of its seat. */
export interface Place {
  x: number;
  z: number;
  yaw: number;
}

/** Returns a point at a distance from the middle and an angle from a seat's own direction. */
export function beside(table: Seating, seat: Seat, radius: number, angle: number): Place {
  const yaw = yawOf(table, seat);
  return { x: Math.sin(yaw + angle) * radius, z: drawn(table, Math.cos(yaw + angle) * radius), yaw };
}

/** Moves a pose from the frame of a seat at a round table to this table. */
export function atSeat(table: Seating, pose: Pose, seat: Seat): Pose {
  const yaw = yawOf(table, seat);
  const there = turned(pose, yaw);
  const edge = Math.cos(yaw) * table.radius;
  there.position.z += drawn(table, edge) - edge;
  return there;
}

/** Returns the start of the trail of a seat's move: its hand. */
export function origin(table: Seating, seat: Seat): Vector3 {
  const { x, z } = beside(table, seat, table.radius - 0.9, 0);
  return new Vector3(x, 0, z);
}

/** Returns the angle from a seat to the gap on its right. */
export function gap(table: Seating): number {
  return Math.min(0.86, Math.PI / table.seats);
}
