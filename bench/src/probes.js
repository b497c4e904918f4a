import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the microseconds of processor time of the whole process so far. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Returns the microseconds of processor time of the main thread, or of the process if the system does not report threads. */
export function mainThreadTime() {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1000 : processorTime();
}

/**
 * Measures the delay of the event loop for every millisecond, including the time when the loop was blocked. A timer would count a
 * block of three seconds only once, so that percentiles would not show it.
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

/** Returns the resident memory of the process in MiB. */
export function residentMemory() {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** Returns the resident memory after a garbage collection, which V8 otherwise delays depending on the free memory. */
export function memoryHeld() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return residentMemory();
}

/** Samples the resident memory every 10 ms. Returns the peak above the start in MiB. */
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
