/** What a contender tells about itself. */

import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Microseconds of processor time of the whole process so far. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds of processor time of the thread that serves requests, where the system tells threads apart; else of all. */
export function mainThreadTime() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000 : processorTime();
}

/**
 * Measures how late the event loop is, on a grid of milliseconds: every millisecond counts, also those that passed while
 * the loop stood still. A plain timer would count a stall of three seconds once, and a percentile would never show it.
 */
export function createDelayProbe() {
  /** @type {number[]} */
  let delays = [];
  let expected = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function look() {
    const now = performance.now();
    for (; expected <= now; expected++) delays.push(now - expected);
    timer = setTimeout(look, 1);
  }

  return {
    start() {
      delays = [];
      expected = performance.now() + 1;
      timer = setTimeout(look, 1);
      return null;
    },
    stop() {
      clearTimeout(timer);
      return { p99: percentile(delays, 0.99), max: percentile(delays, 1) };
    },
  };
}

/** MiB of resident memory of the process. */
export function residentMemory() {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** The same once the main thread's garbage is collected: how long V8 leaves that lying depends on how much room it sees. */
export function memoryHeld() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return residentMemory();
}

/** Samples the resident memory every 10 ms and tells by how many MiB it peaked above the start. */
export function createMemoryProbe() {
  let before = 0;
  let peak = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };

  return {
    start() {
      before = process.memoryUsage.rss();
      peak = before;
      timer = setInterval(look, 10);
      return null;
    },
    stop() {
      clearInterval(timer);
      look();
      return (peak - before) / 2 ** 20;
    },
  };
}

/**
 * @param {readonly number[]} values
 * @param {number} share From 0 to 1: 0.5 is the median.
 */
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
