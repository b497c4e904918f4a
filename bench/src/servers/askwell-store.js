import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { poll } from '../asks.js';
import { percentile } from '../probes.js';
import { stepsPerSecond } from '../timing.js';

/** @typedef {{ seq: number, version: number, updatedAt: number }} Ask */

/** Records votes through the store: no HTTP, no limiter, no checks of the body. */
export const open = async (
  /** @type {{ bundle: string, database: string, secret: string }} */ { bundle, database, secret },
) => {
  const { assembleServices, exposeServices, newAnswerId, recordAnswers } = await import(pathToFileURL(bundle).href);
  const services = assembleServices({ database, secret, registration: 'open' });
  const askwell = exposeServices(services);
  const { store, accounts, clock } = services;
  await store.ready();
  const account = await accounts.register(
    { name: 'Owner', email: `${randomBytes(8).toString('hex')}@example.com`, password: 'correct horse battery' },
    'bench',
  );

  const owner = await askwell.accounts.get({ id: account });

  /** @param {number} count @returns {Promise<Ask[]>} */
  const createPolls = (count) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await askwell.polls.create(owner, poll.draft);
        return services.polls.submitService.find(id);
      }),
    );

  /** @param {Ask} ask @returns {import('../../../packages/server-lib/src/core/submit/answer-input.js').AnswerInput} */
  function voteIn({ seq, version, updatedAt }) {
    const at = clock.now();
    return {
      ask: seq,
      version,
      updatedAt,
      id: newAnswerId(at),
      body: '{"choices":["o1"]}',
      whenFull: null,
      voter: randomBytes(16).toString('hex'),
      maxPerVoter: 1,
      perNetwork: null,
      allowChange: false,
      needsTicket: false,
      maxAnswers: null,
      at,
      createdAt: at,
      language: null,
      respondent: null,
      idempotency: null,
      singleUseToken: null,
      checkedAnswers: 0,
      showsResults: false,
      suppressesReceipt: false,
    };
  }

  /** @param {Ask | undefined} ask */
  async function vote(ask) {
    if (!ask) throw new Error('There is no poll.');
    const outcome = await store.run(recordAnswers, voteIn(ask));
    if ('refused' in outcome) throw new Error(`A vote was refused: ${outcome.refused}.`);
  }

  return {
    /** @param {{ asks: number, lanes: number, seconds: number }} measure */
    async run({ asks: count, ...measure }) {
      const asks = await createPolls(count);
      let next = 0;
      return stepsPerSecond(measure, () => () => vote(asks[next++ % count]));
    },
    /** Returns the latency of the first and of the last thousand of a number of votes. @param {{ votes: number, lanes: number }} measure */
    async fill({ votes, lanes }) {
      const [ask] = await createPolls(1);
      /** @type {number[]} */
      const latencies = [];
      let next = 0;
      const lane = async () => {
        while (next++ < votes) {
          const since = performance.now();
          await vote(ask);
          latencies.push(performance.now() - since);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return {
        first: percentile(latencies.slice(0, 1_000), 0.99),
        last: percentile(latencies.slice(-1_000), 0.99),
      };
    },
    close: () => askwell.close(),
  };
};
