import { expect, test } from 'vitest';
import { matchPath, positionHash, positionOf, routeOf, samePage } from '../../src/router';

test('each page has its address', () => {
  expect(routeOf('/')).toEqual({ page: 'start' });
  expect(routeOf('/drop')).toEqual({ page: 'drop' });
  expect(routeOf(matchPath('k3-x_9'))).toEqual({ page: 'match', id: 'k3-x_9' });
});

test.each(['/m', '/m/', '/m/a/b', '/m/%2e%2e', '/nowhere', '/drop/x'])('%s is no page', (path) => {
  expect(routeOf(path)).toEqual({ page: 'lost' });
});

test('a link to a move is read as it is written', () => {
  expect(positionOf(positionHash(17.4))).toBe(17);
  expect(positionOf('')).toBeNull();
  expect(positionOf('#n=')).toBeNull();
  expect(positionOf('#n=-1')).toBeNull();
  expect(positionOf('#main')).toBeNull();
});

test('another position of a match is the same page, another match is not', () => {
  expect(samePage({ page: 'match', id: 'a' }, { page: 'match', id: 'a' })).toBe(true);
  expect(samePage({ page: 'match', id: 'a' }, { page: 'match', id: 'b' })).toBe(false);
  expect(samePage({ page: 'start' }, { page: 'drop' })).toBe(false);
});
