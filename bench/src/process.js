import { fork } from 'node:child_process';
import { createPerformer } from './perform.js';
import { isSmoke } from './smoke.js';

/**
 * A server or a peer, controlled by messages: in a child process, or in a smoke run in this one.
 *
 * @typedef {object} Contender
 * @property {(method: string, input?: unknown) => Promise<any>} call Calls a method in the process and waits for the result.
 * @property {() => Promise<void>} stop
 */

/** The folder for CPU profiles of the contenders, if set. */
const profiles = process.env['BENCH_PROFILES'];

/** The contenders that also have a process of their own in a smoke run. */
const separate = [
  // Another contender waits for its lock, and blocks the event loop that would release the lock.
  'lock-holder',
  // It lowers the priority of its process.
  'greedy-client',
];

/**
 * Opens a file of `servers/` with the input.
 *
 * @param {string} name
 * @param {unknown} input
 * @returns {Promise<Contender>}
 */
function start(name, input) {
  // The start of a process takes longer than all that a contender does in a smoke run.
  return isSmoke && !separate.includes(name) ? startHere(name, input) : startProcess(name, input);
}

/** @param {string} name @param {unknown} input @returns {Promise<Contender>} */
async function startHere(name, input) {
  const { open } = await import(`./servers/${name}.js`);
  const perform = createPerformer(open);
  /** @type {Contender['call']} */
  const call = async (method, input) => asMessage(await perform(method, asMessage(input)));
  await call('open', input);
  return {
    call,
    async stop() {
      await call('close');
    },
  };
}

/** Returns a value as another process receives it. @param {unknown} value */
function asMessage(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** @param {string} name @param {unknown} input @returns {Promise<Contender>} */
async function startProcess(name, input) {
  const execArgv = profiles
    ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}.${Date.now()}.cpuprofile`]
    : [];
  const child = fork(new URL('./contender.js', import.meta.url), [name], { execArgv });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const calls = new Map();
  let count = 0;

  child.on('message', (/** @type {{ id: number, value?: unknown, error?: string }} */ { id, value, error }) => {
    const call = calls.get(id);
    calls.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(`${name}: ${error}`));
  });
  child.once('exit', (code) => {
    for (const call of calls.values()) call.reject(new Error(`${name} ended with code ${code}.`));
  });

  /** @type {Contender['call']} */
  const call = (method, args) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      calls.set(id, { resolve, reject });
      child.send({ id, method, input: args }, (error) => {
        if (error) reject(new Error(`${name} has ended: ${error.message}`));
      });
    });

  try {
    await call('open', input);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    call,
    async stop() {
      await call('close');
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

/**
 * Runs a function while a contender is running.
 *
 * @template Result
 * @param {string} name
 * @param {unknown} input
 * @param {(contender: Contender) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function during(name, input, use) {
  const contender = await start(name, input);
  /** @type {Result} */
  let result;
  try {
    result = await use(contender);
  } catch (error) {
    // The contender may have ended already. `error` then contains the reason.
    await contender.stop().catch(() => {});
    throw error;
  }
  await contender.stop();
  return result;
}
