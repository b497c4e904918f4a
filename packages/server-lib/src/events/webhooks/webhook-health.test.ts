import { describe, expect, test } from 'vitest';
import type { SendOutcome } from './send-event.js';
import { restAfterFailures, WebhookHealth } from './webhook-health.js';
import { resolveWebhookOptions } from './webhook-options.js';

const second = 1_000_000;
const { retryDelays: delays } = resolveWebhookOptions();
const day = 24 * 3_600 * 1_000_000;
const start = Date.UTC(2026, 0, 31) * 1_000;

function outcome(status: 'delivered' | 'failed' | 'pending', more: Partial<SendOutcome['attempt']> = {}): SendOutcome {
  const attempt = {
    delivery: 1,
    ask: 'poll_1',
    status,
    attempts: 1,
    dueAt: null,
    at: start,
    responseStatus: null,
    response: null,
    problem: null,
    duration: 1,
    ...more,
  };
  return { attempt, isGone: more.responseStatus === 410 };
}

const failure = (at = start) => outcome('pending', { at });
const gone = (more = {}) => outcome('pending', { responseStatus: 410, ...more });
/** Replays and tests have no order. */
const failedReplay = outcome('failed', { ask: null });

describe('the number of events at the same time', () => {
  test('the number of parallel events grows with each success up to four, and is one after a failure', () => {
    const health = new WebhookHealth(null);
    const parallel = ['delivered', 'delivered', 'delivered', 'delivered', 'pending', 'delivered'].map((status) => {
      health.judge(outcome(status === 'delivered' ? status : 'pending'));
      return health.parallel;
    });
    expect([new WebhookHealth(null).parallel, ...parallel]).toEqual([1, 2, 3, 4, 4, 1, 2]);
  });
});

describe('a webhook rests', () => {
  test('a webhook rests after three failures in a row', () => {
    const health = new WebhookHealth(null);
    const isResting = ['pending', 'pending', 'delivered', 'pending', 'failed', 'pending'].map((status) => {
      health.judge(outcome(status === 'delivered' || status === 'failed' ? status : 'pending'));
      return health.isResting;
    });
    expect(isResting).toEqual([false, false, false, false, false, true]);
  });

  test('a webhook that failed before rests after one failure, until it succeeds', () => {
    const health = new WebhookHealth(start);
    expect(health.isResting).toBe(false);
    health.judge(failure());
    expect(health.isResting).toBe(true);
    health.judge(outcome('delivered'));
    expect([health.isResting, health.failingSince]).toEqual([false, null]);
  });

  test('a webhook rests immediately when the URL is gone', () => {
    const health = new WebhookHealth(null);
    health.judge(gone());
    expect(health.isResting).toBe(true);
  });

  test('a webhook does not rest after failed replays and tests', () => {
    const health = new WebhookHealth(null);
    for (let nth = 0; nth < 5; nth++) health.judge(failedReplay);
    expect([health.isResting, health.failingSince]).toEqual([false, null]);
  });
});

describe('a webhook is disabled', () => {
  test('a webhook is disabled after more than five days of failures without a success', () => {
    const health = new WebhookHealth(null);
    health.judge(failure(start));
    health.judge(failure(start + day));
    expect(health.failingSince).toBe(start);
    expect(health.disabledReason([], start + 5 * day)).toBeNull();
    expect(health.disabledReason([], start + 5 * day + 1)).toBe('failing');
    health.judge(outcome('delivered'));
    expect(health.disabledReason([], start + 5 * day + 1)).toBeNull();
  });

  test('a webhook is disabled when an event gets 410, but not when a replay or a test does', () => {
    const health = new WebhookHealth(null);
    expect(health.disabledReason([outcome('delivered'), gone()], start)).toBe('gone');
    expect(health.disabledReason([gone({ ask: null }), failure()], start)).toBeNull();
  });
});

test('a failing webhook rests for a quarter of the time for which it has failed, from 5 seconds to 5 minutes', () => {
  const seconds = [0, 1, 20, 40, 400, 1_200, 1_204, 100_000];
  expect(seconds.map((failing) => restAfterFailures(failing * second, delays) / second)).toEqual([
    ...[5, 5, 5, 10, 100, 300, 300, 300],
  ]);
  expect(restAfterFailures(0, [])).toBe(5 * second);
  // Delays that do not grow.
  expect(restAfterFailures(3_600 * second, [60, 1])).toBe(60 * second);
});
