import { expect, test } from 'vitest';
import { matchPath, positionHash, positionOf, routeOf } from '../../src/router';

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
