import { pathToFileURL } from 'node:url';
import { poll } from './asks.js';

/**
 * Votes at the store of a bundle: without limits, checks of the body and receipts.
 *
 * @typedef {{ seq: number, version: number, updatedAt: number }} Ask
 * @typedef {{ id: string, createdAt: number }} Recorded
 */

/**
 * Opens the store over an empty database.
 *
 * @param {{ bundle: string, database: string, secret?: string }} place The secret is required over PostgreSQL.
 */
export async function openStoreVotes({ bundle, database, secret }) {
  const { assembleServices, exposeServices, newAnswerId, recordAnswers } = await import(pathToFileURL(bundle).href);
  const services = assembleServices({ database, secret });
  const askwell = exposeServices(services);
  const { store, clock } = services;
  const account = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });

  return {
    /** @returns {Promise<Ask>} */
    async createPoll() {
      const { id } = await askwell.polls.create(account, poll.draft);
      return services.polls.submitService.find(id);
    },
    /**
     * @param {Ask} ask
     * @param {{ choices: string[], voter: string }} vote The voter is 16 bytes as hexadecimal digits.
     * @returns {Promise<Recorded>}
     */
    async record({ seq, version, updatedAt }, { choices, voter }) {
      const at = clock.now();
      /** @type {import('../../packages/server-lib/src/core/submit/answer-input.js').AnswerInput} */
      const input = {
        ask: seq,
        version,
        updatedAt,
        id: newAnswerId(at),
        body: JSON.stringify({ choices }),
        whenFull: null,
        voter,
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
      const outcome = await store.run(recordAnswers, input);
      if ('refused' in outcome) throw new Error(`A vote was refused: ${outcome.refused}.`);
      return { id: outcome.answer, createdAt: outcome.createdAt };
    },
    close: () => askwell.close(),
  };
}
