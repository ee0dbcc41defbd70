import { expect, test } from 'vitest';
import { filled, packed, unpacked, withoutLogs, type Match } from '../../src/shared';

const snapshot = { ply: 1, deal: 0, to_move: 1, points: [0, 0], view: { hand: ['C1'] } };
const match: Match = {
  log: {
    head: { game: 'durak', title: 'Durak', hidden: true, options: {}, players: [], teams: [0, 1], observer: 'open' },
    items: [
      { type: 'move', seat: 0, move: '6♠', log: ['secret'], marks: [{ label: 'secret' }], plots: [['secret', 1]], ...snapshot },
      { type: 'over', reason: 'finished', ranks: [1, 2], points: [1, 0] },
    ],
  },
  record: '{"game":"durak"}\n{"move":"6♠","log":["secret"],"marks":[{"label":"secret"}]}\n',
};

test('a match comes out of a file as it went in', async () => {
  expect(await unpacked(await packed(match))).toEqual(match);
});

test('what bots write for their authors stays behind', () => {
  const shared = withoutLogs(match);
  expect(JSON.stringify(shared)).not.toContain('secret');
  expect(shared.log.items[0]).toMatchObject({ type: 'move', move: '6♠', view: { hand: ['C1'] } });
  expect(shared.record).toBe('{"game":"durak"}\n{"move":"6♠"}\n');
});

test('a page holds a match in its place, and one without a place says so', () => {
  const page = '<p></p><script type="text/plain" id="match"></script><script>run()</script>';
  expect(filled(page, 'abc')).toBe('<p></p><script type="text/plain" id="match">abc</script><script>run()</script>');
  expect(() => filled('<p></p>', 'abc')).toThrow('no place');
});
