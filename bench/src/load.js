import { once } from 'node:events';
import { connect } from 'node:net';
import { percentile } from './probes.js';

/**
 * Sends requests over open sockets, one at a time on each. It uses raw sockets, because an HTTP client would cost more than
 * the measured server.
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} head
 * @property {string} body
 *
 * @typedef {(previous: Answer | undefined) => string} Script Returns the next request of a connection. Answers are only
 * decoded for a script with a parameter.
 *
 * @typedef {object} Load
 * @property {number} port
 * @property {number} connections
 * @property {number} [seconds]
 * @property {number} [answers] Ends after this number, if `seconds` is not set.
 * @property {Promise<unknown>} [until] Continues after `seconds` until this promise settles.
 * @property {(connection: number) => Script} script
 * @property {readonly number[]} expected The statuses of the answers. Any other status fails the measurement.
 * @property {number} [rate] Requests a second of all connections. Without it, each connection sends its next request after an answer.
 * @property {boolean} [isAwake] Keeps this process busy between answers. Waking it up would add to the cost of fast
 * servers only. Not for servers with several threads, which need the processor.
 *
 * @typedef {object} Driven
 * @property {number} answers
 * @property {number} perSecond
 * @property {Record<number, number>} statuses The number of answers by status.
 * @property {number} bytes
 * @property {{ p50: number, p95: number, p99: number, max: number }} latency In milliseconds.
 */

/**
 * Fails as soon as an answer is missing or has an unexpected status.
 *
 * @param {Load} load
 * @returns {Promise<Driven>}
 */
export async function drive({
  port,
  connections,
  seconds = 0,
  answers,
  until,
  script,
  expected,
  rate,
  isAwake = false,
}) {
  let waiting = until !== undefined;
  const waited = until?.then(() => {
    waiting = false;
  });
  // A rejection before all connections are open is handled below.
  waited?.catch(() => {});
  const clients = await Promise.all(
    Array.from({ length: connections }, (_, at) => openClient(port, script(at), expected)),
  );
  const tally = createTally();
  const since = performance.now();
  const isOver = (/** @type {number} */ now) =>
    answers === undefined ? now - since >= seconds * 1000 && !waiting : started++ >= answers;
  let started = 0;
  const pace = rate === undefined ? undefined : rate / 1000;
  let sent = 0;

  /** @param {Client} client @returns {Promise<void>} */
  function work(client) {
    return new Promise((resolve, reject) => {
      const send = () => {
        const begun = performance.now();
        if (isOver(begun)) return resolve();
        client.send((received) => {
          tally.add(received, performance.now() - begun);
          go();
        }, reject);
      };
      const go = pace === undefined ? send : () => void turn(since + sent++ / pace).then(send);
      go();
    });
  }

  const rest = isAwake ? stayAwake() : () => {};
  try {
    await Promise.all([...clients.map(work), waited]);
    return tally.sum((performance.now() - since) / 1000);
  } finally {
    rest();
    for (const client of clients) client.close();
  }
}

/**
 * Waits until a time, as exactly as timers of a millisecond allow.
 *
 * @param {number} moment
 */
async function turn(moment) {
  const wait = moment - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

function stayAwake() {
  let awake = true;
  const spin = () => {
    if (awake) setImmediate(spin);
  };
  spin();
  return () => {
    awake = false;
  };
}

function createTally() {
  /** @type {Record<number, number>} */
  const statuses = {};
  /** @type {number[]} */
  const latencies = [];
  let bytes = 0;
  return {
    /** @param {Received} received @param {number} latency */
    add({ status, size }, latency) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      bytes += size;
      latencies.push(latency);
    },
    /** @param {number} seconds @returns {Driven} */
    sum(seconds) {
      const latency = {
        p50: percentile(latencies, 0.5),
        p95: percentile(latencies, 0.95),
        p99: percentile(latencies, 0.99),
        max: percentile(latencies, 1),
      };
      return { answers: latencies.length, perSecond: latencies.length / seconds, statuses, bytes, latency };
    },
  };
}

/** @typedef {{ send: (settle: (received: Received) => void, fail: (error: Error) => void) => void, close: () => void }} Client */

/** @typedef {{ status: number, size: number }} Received */

/** Bytes, more than any answer. */
const readBufferSize = 64 * 1024;

/** The characters of an unexpected answer that an error contains. */
const shownLength = 1_000;

/** Milliseconds, longer than any answer takes. */
const maxAnswerTime = 60_000;

/**
 * Opens a connection that reuses one read buffer, because the driver shares the machine with the measured server.
 *
 * @param {number} port
 * @param {Script} script
 * @param {readonly number[]} expected The statuses of the answers.
 * @returns {Promise<Client>}
 */
export async function openClient(port, script, expected) {
  /** @type {Answer | undefined} */
  let answer;
  /** The received part of an incomplete answer, one character per byte. */
  let begun = '';
  /** @type {(received: Received) => void} */
  let settle = () => {};
  /** @type {(error: Error) => void} */
  let fail = () => {};
  /** Why the connection cannot be used any more. @type {Error | undefined} */
  let broken;
  let isPending = false;
  const isRead = script.length > 0;
  const buffer = Buffer.alloc(readBufferSize);

  /** Fails the pending request and all later ones. @param {Error} error */
  function abort(error) {
    broken ??= error;
    fail(broken);
    socket.destroy();
  }

  /** @param {number} size */
  function take(size) {
    const text = begun + buffer.toString('latin1', 0, size);
    const received = parseAnswer(text);
    begun = received ? '' : text;
    if (!received) return true;
    if (!expected.includes(received.status)) {
      abort(new Error(`Expected status ${expected.join(' or ')}, got this response:\n${text.slice(0, shownLength)}`));
      return true;
    }
    if (isRead) answer = toAnswer(text, received);
    isPending = false;
    settle(received);
    return true;
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer, callback: take },
  });
  await once(socket, 'connect');
  socket.on('error', abort);
  socket.on('close', () => abort(new Error('The server closed a connection.')));
  socket.setTimeout(maxAnswerTime, () => {
    if (isPending) abort(new Error(`The server sent nothing for ${maxAnswerTime / 1000} seconds.`));
  });

  return {
    send(onAnswer, onError) {
      if (broken) return onError(broken);
      settle = onAnswer;
      fail = onError;
      isPending = true;
      socket.write(script(answer), 'latin1');
    },
    close() {
      fail = () => {};
      socket.destroy();
    },
  };
}

const headEnd = '\r\n\r\n';

/**
 * Parses an answer. Returns undefined if it is incomplete.
 *
 * @param {string} text
 * @returns {(Received & { headSize: number }) | undefined}
 */
function parseAnswer(text) {
  const end = text.indexOf(headEnd);
  if (end === -1) return undefined;
  const headSize = end + headEnd.length;
  const size = headSize + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length < size ? undefined : { status: Number(text.slice(9, 12)), size, headSize };
}

/**
 * @param {string} text
 * @param {{ status: number, size: number, headSize: number }} received
 * @returns {Answer}
 */
function toAnswer(text, { status, size, headSize }) {
  return { status, head: text.slice(0, headSize), body: text.slice(headSize, size) };
}

/**
 * Returns the text of a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [body]
 */
export function request(method, path, headers = {}, body) {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Returns the headers of an answer for a peer that repeats it, without the headers that Node adds.
 *
 * @param {Answer} answer
 * @returns {string[]}
 */
export function headersOf({ head }) {
  return head
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '' && !/^(date|connection|keep-alive):/i.test(line))
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
}
