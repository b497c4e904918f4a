import { expect, test } from 'vitest';
import { AskwellError } from '../../base/errors.js';
import { runOperation } from '../../db/operation.js';
import type { Store } from '../../db/store.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import { everyAnswer } from '../answers/answer-selection.js';
import { maxWaitingComputations } from '../limits.js';
import { createScan, createScanTurns, scanReport } from './scan-report.js';

const standing = { elapsed: () => 0, milliseconds: 1 };
const definition = JSON.stringify({ terms: {}, own: { type: 'single', options: [] } });

/** Counts answers, 30,000 of each ask, in six slices. */
const countReport = () =>
  scanReport(poll, {
    name: 'count',
    max: { answers: 30_000, characters: Number.POSITIVE_INFINITY },
    start() {
      let answers = 0;
      return { add: () => answers++, collected: () => answers };
    },
  });

/** A reader of asks that all have any number of answers. */
function createReader(): Pick<Store, 'report'> {
  return {
    async report(report, input) {
      await undefined;
      let lastId = 0;
      return runOperation(report.read(input, standing), (statement) => {
        const selectsDefinition = statement.strings.join('').includes('select definition');
        statement.rows = selectsDefinition
          ? [{ definition }]
          : Array.from({ length: 500 }, () => ({ id: String(++lastId), body: '{"choices":[]}', created_at: 0 }));
      });
    },
  };
}

test('scans of many asks at the same time all end', async () => {
  const scan = createScan(createReader(), countReport());
  const asks = Array.from({ length: maxWaitingComputations }, (_, ask) => ask);
  const scanned = await Promise.all(asks.map((ask) => scan(ask, everyAnswer, null)));
  expect(scanned).toEqual(asks.map(() => ({ found: 30_000, matching: 30_000, isCut: true })));
});

test('scans run one after the other, and too many waiting ones are refused', async () => {
  const inTurn = createScanTurns();
  let running = 0;
  let most = 0;
  const scan = () =>
    inTurn(async () => {
      most = Math.max(most, ++running);
      await undefined;
      running--;
    });
  const scans = Array.from({ length: maxWaitingComputations }, scan);
  await expect(scan()).rejects.toEqual(new AskwellError('unavailable'));
  await Promise.all(scans);
  expect(most).toBe(1);
  await scan();
});

test('a scan that fails does not stop the following ones', async () => {
  const inTurn = createScanTurns();
  const failing = inTurn(() => Promise.reject(new Error('The disk is full.')));
  const following = inTurn(async () => 'read');
  await expect(failing).rejects.toThrow('The disk is full.');
  expect(await following).toBe('read');
});
