import { z } from 'zod';
import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import { checkVote } from '../../kinds/poll/check-vote.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import { fault } from '../../shared/faults/fault.js';
import { checkStored } from './check-stored.js';
import { createTransferKind } from './transfer-kind.js';

const numbersSchema = z.strictObject({ next: z.int().min(1) });

/** Polls in exports. */
export const pollTransfer = createTransferKind(poll, {
  numbersOf: ({ next }) => ({ next }),

  withNumbers(own, numbers) {
    const { next } = check(numbersSchema, numbers);
    if (next < own.next) throw invalidField('numbers.next', fault('too_small', { min: own.next }));
    return { ...own, next };
  },

  checkBody(own, body, faults) {
    // The bounds may have changed since the vote.
    const current = { ...own, min_choices: null, max_choices: null };
    checkStored(body, 'body', faults, (members) => checkVote(current, members, faults));
  },

  ballotOptions: ({ type, options }) => (type === 'ranked' ? options.map(({ id }) => id) : []),
});
