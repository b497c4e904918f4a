import { connect } from 'node:net';
import { longQuiz, poll } from '../asks.js';
import { drive } from '../load.js';
import { percentile } from '../probes.js';
import { requestsTo } from '../visitors.js';

/** A client with many connections, in a child process so that another one can observe the server. */
export const open = (
  /** @type {{ port: number, path: string, isLong?: boolean }} */ { port, path, isLong = false },
) => {
  const next = requestsTo(path, isLong ? longQuiz.filled : poll.filled);
  return {
    /** Casts votes one after the other. */
    vote: (/** @type {number} */ answers) =>
      drive({ port, connections: 1, answers, script: () => next, expected: [201, 503] }),
    /** Requests a path on new connections, one each tenth of a second, and returns the latencies of the responses. */
    probe: (/** @type {{ path: string, seconds: number }} */ probes) => probe({ port, ...probes }),
    /** Keeps one vote in progress on each connection. */
    hammer: (/** @type {{ connections: number, seconds: number }} */ load) => hammer({ port, next, ...load }),
    close() {},
  };
};

/**
 * @param {{ port: number, next: () => string, connections: number, seconds: number }} load
 */
async function hammer({ port, next, connections, seconds }) {
  const tally = { taken: 0, refused: 0, other: 0 };
  /** @type {number[]} */
  const times = [];
  let over = false;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let since = 0;
    let text = '';
    const send = () => {
      since = performance.now();
      text = '';
      socket.write(next(), 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\r\n\r\n');
      const size = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < size) return;
      const kind = kindOf(text);
      tally[kind]++;
      if (kind === 'taken') times.push(performance.now() - since);
      if (!over) send();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!over) tally.other++;
    });
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  over = true;
  for (const socket of sockets) socket.destroy();
  return { ...tally, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/**
 * @param {{ port: number, path: string, seconds: number }} probes
 * @returns {Promise<{ p50: number, p95: number, max: number, count: number }>}
 */
async function probe({ port, path, seconds }) {
  /** @type {Promise<number>[]} */
  const latencies = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    latencies.push(probeOnce(port, path));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const times = await Promise.all(latencies);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    max: percentile(times, 1),
    count: times.length,
  };
}

/**
 * @param {number} port
 * @param {string} path
 * @returns {Promise<number>}
 */
function probeOnce(port, path) {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    socket.once('data', () => {
      resolve(performance.now() - since);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

/** @param {string} answer */
function kindOf(answer) {
  const status = answer.slice(9, 12);
  if (status === '201') return 'taken';
  return status === '503' && /\r\nretry-after: \d/i.test(answer) ? 'refused' : 'other';
}
