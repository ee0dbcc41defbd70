import { describe, expect, test } from 'vitest';
import { arc, between, poseAt, straight, turned, type Layout } from '../../src/scene/pieces';

const piece = (key: string, x: number, face = 'front'): Layout<string>[number] => {
  return { key, pose: poseAt(x, 0, 0), face };
};
const before = [piece('a', 0), piece('b', 5), piece('gone', 9)];
const after = [piece('b', 5), piece('a', 2, 'back'), piece('new', 7)];

describe('pieces between two layouts', () => {
  test('are where they were at 0 and where they will be at 1', () => {
    const at = (fraction: number): (number | undefined)[] => {
      return between(before, after, fraction).map(({ pose }) => pose.position.x);
    };
    expect(at(0)).toEqual([5, 0, 7, 9]);
    expect(at(1)).toEqual([5, 2, 7]);
  });

  test('stay still when both layouts have them in one place', () => {
    const b = between(before, after, 0.4).find(({ key }) => key === 'b')!;
    expect(b.pose.position.toArray()).toEqual([5, 0, 0]);
    expect(b.way).toBe(1);
  });

  test('fade in and out when nothing says where they come from or go to', () => {
    const opacity = (key: string, fraction: number): number | undefined => {
      return between(before, after, fraction).find((shown) => shown.key === key)?.opacity;
    };
    expect(opacity('new', 0)).toBe(0);
    expect(opacity('new', 0.5)).toBeCloseTo(0.5);
    expect(opacity('gone', 0.5)).toBeCloseTo(0.5);
    expect(opacity('gone', 1)).toBeUndefined();
  });

  test('come from where they enter and go to where they leave', () => {
    const outside = poseAt(-4, 0, 0);
    const shown = between(before, after, 0.5, { enter: () => outside, leave: () => outside, path: () => straight });
    const x = (key: string): number => shown.find((one) => one.key === key)!.pose.position.x;
    expect(x('new')).toBeCloseTo(1.5);
    expect(x('gone')).toBeCloseTo(2.5);
  });

  test('wait for their part of the step', () => {
    const span = (): readonly [number, number] => [0.5, 1];
    const a = (fraction: number): number => {
      return between(before, after, fraction, { span }).find(({ key }) => key === 'a')!.pose.position.x;
    };
    expect(a(0.5)).toBe(0);
    expect(a(0.75)).toBeCloseTo(1);
  });

  test('show the face they will have', () => {
    expect(between(before, after, 0.1).find(({ key }) => key === 'a')!.face).toBe('back');
  });

  test('are lifted on an arc, highest in the middle', () => {
    const way = arc(3);
    const height = (t: number): number => way(poseAt(0, 1, 0), poseAt(4, 1, 0), t).position.y;
    expect(height(0.5)).toBeCloseTo(4);
    expect(height(0)).toBeCloseTo(1);
    expect(height(0.2)).toBeLessThan(height(0.4));
  });
});

test('a turned pose goes around the middle of the table', () => {
  const { x, z } = turned(poseAt(0, 0, 2), Math.PI / 2).position;
  expect(x).toBeCloseTo(2);
  expect(z).toBeCloseTo(0);
});
