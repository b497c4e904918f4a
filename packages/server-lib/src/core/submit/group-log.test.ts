import { expect, test } from 'vitest';
import { newAnswerId } from '../ids.js';
import { GroupLog } from './group-log.js';

const at = Date.UTC(2026, 0, 31) * 1_000;
const ids = Array.from({ length: 3 }, (_, nth) => newAnswerId(at + nth)).sort();
const [first = '', second = '', third = ''] = ids;
const changesOf = (log: GroupLog) =>
  log
    .changes((seq) => (seq === 7 ? { seq, account_id: 1, site_id: null } : undefined))
    .map(({ type, detail, at }) => [type, detail, at]);

test('new answers are one change, with the latest time', () => {
  const log = new GroupLog();
  log.add('answer.created', { ask: 7, id: second, at: at + 2 });
  log.add('answer.created', { ask: 7, id: third, at: at + 1 });
  log.add('answer.created', { ask: 7, id: first, at });
  expect(changesOf(log)).toEqual([['answer.created', `${first}-${third}`, at + 2]]);
});

test('an answer that changes several times is listed once, after its creation', () => {
  const log = new GroupLog();
  log.add('answer.created', { ask: 7, id: first, at });
  for (const id of [second, first, second]) log.add('answer.updated', { ask: 7, id, at: at + 1 });
  expect(changesOf(log)).toEqual([
    ['answer.created', first, at],
    ['answer.updated', `${second},${first}`, at + 1],
  ]);
});

test('answers of an ask that was deleted are not logged', () => {
  const log = new GroupLog();
  log.add('answer.created', { ask: 8, id: first, at });
  expect(changesOf(log)).toEqual([]);
});
