import { createHmac } from 'node:crypto';
import { checkIdempotencyKey } from '../api/idempotency.js';
import { AskwellError } from '../errors.js';
import { fault } from '../faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';
import { describeValue, OptionError } from '../options/option-error.js';
import type { Secret } from '../options/secret.js';
import type { AskDraft } from './ask-types.js';
import type { KindTypes } from './kind-definition.js';
import type { KindServices } from './kind-services.js';
import type { Receipt } from './read/visitor-view.js';
import { hashBody } from './submit/answer-idempotency.js';
import type { ReceivedAnswer } from './submit/submit-answer.js';

/** The visitor in whose name the host's own code answers. */
export interface VisitorRef {
  /** Your own ID of the visitor. With `one_per: "browser"`, each ID counts as one visitor. */
  id?: string;
  /** The visitor's IP address. Required with `one_per: "ip"`. */
  address?: string;
  /** A repeated call with the same key is recorded once, as with the `Idempotency-Key` header. */
  idempotencyKey?: string;
}

/** Answers an ask as a visitor does, with the same checks, but without the limit of requests. */
export type AnswerAs<Given, Receipt> = (id: string, answer: Given, visitor?: VisitorRef) => Promise<Receipt>;

export interface InProcessAnswerOptions {
  readonly secret: Secret;
  /** What an address is counted by. */
  readonly countingKeyOf: (address: string) => string;
}

export function createInProcessAnswer<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { submitService }: KindServices<Draft, Own, Body, W>,
  { secret, countingKeyOf }: InProcessAnswerOptions,
): AnswerAs<object, Receipt<W>> {
  function toReceivedAnswer(answer: object, { id, address, idempotencyKey }: VisitorRef): ReceivedAnswer {
    if (typeof answer !== 'object' || answer === null) {
      throw new OptionError(`answer: expected an object, got ${describeValue(answer)}.`);
    }
    const members = { ...answer, ...(id === undefined ? {} : { voter: hostVoter(secret.key, id) }) };
    return {
      members,
      clientKey() {
        if (address === undefined) throw invalidField('address', fault('address_required'));
        return countingKeyOf(address);
      },
      idempotency:
        idempotencyKey === undefined ? null : { key: checkIdempotencyKey(idempotencyKey), body: hashBody(members) },
    };
  }

  return async (id, answer, visitor = {}) => {
    const received = toReceivedAnswer(answer, visitor);
    const accepted = await submitService.retryIfChanged(id, await submitService.find(id), (ask) => {
      if (!ask) throw new AskwellError('not_found');
      return submitService.submit(ask, received);
    });
    return accepted.receipt();
  };
}

/** Keyed, so that no browser can send the voter of a visitor whom the host names. */
function hostVoter(key: Buffer, id: string): string {
  if (typeof id !== 'string' || id === '') {
    throw new OptionError(`visitor.id: expected a string that is not empty, got ${describeValue(id)}.`);
  }
  return createHmac('sha256', key).update(`host visitor\0${id}`).digest('base64url');
}
