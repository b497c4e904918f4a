import type { Micros } from '../../base/clock.js';

/** When an owner gets an email about new answers. */
export type NoticeTiming = 'at_once' | 'hourly' | 'daily';

/** All timings, in the order in which pages show them. */
export const noticeTimings: readonly NoticeTiming[] = ['at_once', 'hourly', 'daily'];

const minute: Micros = 60_000_000;
const hour: Micros = 60 * minute;
const day: Micros = 24 * hour;

/** The hour of the day at which daily emails are sent, in UTC. */
const dailyHour = 7;

/**
 * The minimum time between two emails to an owner, at most six per hour. Answers that arrive in between are combined in one email.
 */
export const noticeInterval: Micros = 10 * minute;

/** Returns when an email about an answer is due: now, at the next full hour, or at the next 07:00 UTC. */
export function noticeDue(timing: NoticeTiming, at: Micros): Micros {
  switch (timing) {
    case 'at_once':
      return at;
    case 'hourly':
      return Math.floor(at / hour) * hour + hour;
    case 'daily':
      return Math.floor((at - dailyHour * hour) / day) * day + day + dailyHour * hour;
  }
}
