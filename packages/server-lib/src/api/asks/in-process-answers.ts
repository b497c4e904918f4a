import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { tryCheck } from '../../base/validation/check.js';
import { describeValue, OptionError } from '../../base/validation/option-error.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { Receipt } from '../../core/read/visitor-view.js';
import { hashBody } from '../../core/submit/answer-idempotency.js';
import { normalizeLanguage } from '../../core/submit/answer-language.js';
import type { ReceivedAnswer } from '../../core/submit/prepare-answer.js';
import { voterOfUser } from '../../core/submit/voter-token.js';
import { checkIdempotencyKey } from '../../owners/access/idempotency.js';
import { externalIdSchema, maxExternalIdLength } from '../../owners/accounts/host-user.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';

/** Identifies the visitor on whose behalf your code submits an answer. */
export interface VisitorRef {
  /** Your own ID of the user who answers. Required with `one_per: "user"`. With `one_per: "browser"`, each ID counts as one visitor. */
  id?: string;
  /** The visitor's IP address. Required with `one_per: "ip"`. */
  address?: string;
  /** Records the answer once if the call is repeated with the same key, like the `Idempotency-Key` header. */
  idempotencyKey?: string;
  /** The language in which the visitor was asked, such as `fr` or `pt-BR`. */
  language?: string;
}

/**
 * Submits an answer on behalf of a visitor. Runs the same checks as the public endpoint, without its rate limit.
 *
 * @param id The ID of the ask, such as `poll_…`.
 * @param answer The answer, as in the body of the public endpoint.
 * @param visitor The visitor. Required if the ask limits answers with `one_per`.
 * @returns The receipt that the public endpoint returns.
 * @throws AskwellError if the answer is refused, for example with the code `invalid` or `already_answered`.
 * @throws OptionError if an argument has the wrong type.
 */
export type AnswerAs<Given, Receipt> = (id: string, answer: Given, visitor?: VisitorRef) => Promise<Receipt>;

export interface InProcessAnswerOptions {
  readonly secret: Secret;
  /** Returns the key by which rate limits and `one_per: "ip"` count an address. */
  readonly countingKeyOf: (address: string) => string;
}

export function createInProcessAnswer<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { submitService }: KindServices<Draft, Own, Body, W>,
  { secret, countingKeyOf }: InProcessAnswerOptions,
): AnswerAs<object, Receipt<W>> {
  function toReceivedAnswer(answer: object, visitor: VisitorRef): ReceivedAnswer {
    const { address, idempotencyKey, language } = visitor;
    const { voter, ...identity } = identityOf(visitor, { secret, countingKeyOf });
    const members = { ...answer, ...voter };
    return {
      ...identity,
      members,
      idempotency:
        idempotencyKey === undefined ? null : { key: checkIdempotencyKey(idempotencyKey), body: hashBody(members) },
      language: language === undefined ? null : checkLanguage(language),
      receipt: { client: address === undefined ? undefined : countingKeyOf(address) },
    };
  }

  return async (id, answer, visitor = {}) => {
    const received = toReceivedAnswer(answer, visitor);
    const accepted = await submitService.retryIfChanged(id, await submitService.find(id), (ask) => {
      if (!ask) throw new AskwellError('not_found');
      requireUserId(ask, visitor);
      return submitService.submit(ask, received);
    });
    return accepted.receipt();
  };
}

/**
 * Returns the identity of a visitor for the checks of answers.
 *
 * @throws OptionError if the ID is not valid.
 */
export function identityOf(
  { id, address }: Pick<VisitorRef, 'id' | 'address'>,
  { secret, countingKeyOf }: InProcessAnswerOptions,
) {
  if (id !== undefined) checkId(id, false);
  return {
    user: id ?? null,
    /** The member of a body by which asks with `one_per: "browser"` recognize the visitor. */
    voter: id === undefined ? {} : { voter: voterOfUser(secret.key, id) },
    clientKey() {
      if (address === undefined) throw invalidField('address', fault('address_required'));
      return countingKeyOf(address);
    },
  };
}

/**
 * Checks that an ID can name a user, if the ask needs one.
 *
 * @throws OptionError
 */
export function requireUserId({ terms }: StoredAsk<unknown>, { id }: Pick<VisitorRef, 'id'>): void {
  if (id !== undefined && terms.one_per === 'user') checkId(id, true);
}

function checkLanguage(tag: string): string {
  const language = typeof tag === 'string' ? normalizeLanguage(tag) : null;
  if (language === null) {
    throw new OptionError(
      `visitor.language: expected a language tag such as "fr" or "pt-BR", got ${describeValue(tag)}.`,
    );
  }
  return language;
}

/** An ID that names a user must be storable. Asks that need no user accept any text. */
function checkId(id: string, needsUser: boolean): void {
  const isValid = needsUser ? tryCheck(externalIdSchema, id).success : typeof id === 'string' && id !== '';
  if (isValid) return;
  const expected = needsUser ? `a string of 1 to ${maxExternalIdLength} characters` : 'a non-empty string';
  throw new OptionError(`visitor.id: expected ${expected}, got ${describeValue(id)}.`);
}
