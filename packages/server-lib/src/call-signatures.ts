import type { AccountApi } from './api/accounts/account-api.js';
import type { Auth } from './api/accounts/session-api.js';
import type { TokenApi } from './api/accounts/token-api.js';
import type { FormApi } from './api/asks/form-api.js';
import type { FormOperations } from './api/asks/form-operations.js';
import type { PollApi } from './api/asks/poll-api.js';
import type { QuizApi } from './api/asks/quiz-api.js';
import type { QuizOperations } from './api/asks/quiz-endpoints.js';
import type { RespondentApi } from './api/asks/respondent-api.js';
import type { TransferApi } from './api/transfer/transfer-api.js';
import type { Askwell } from './askwell-interface.js';
import {
  type CallParameter,
  integerParameter,
  objectParameter as object,
  optionalParameter,
  rejects,
  type Signatures,
  textParameter,
  throws,
} from './base/validation/call-checks.js';
import { tryCheck } from './base/validation/check.js';
import { isObject } from './base/validation/objects.js';
import { isDefinitionKey } from './core/asks/code-definition.js';
import { maxKeyLength } from './core/asks/limits.js';
import type { Limiter } from './http/limits/limiter.js';
import { accountParameter as account, accountOrNumberParameter } from './owners/accounts/account-ref.js';
import { externalIdSchema, maxExternalIdLength, userParameter } from './owners/accounts/host-user.js';

const request: CallParameter = {
  name: 'request',
  expected: 'an object with `headers`, such as the request',
  accepts: (value) => typeof value === 'object' && value !== null && hasHeaders(value),
};
const id = textParameter('id', 'the ID of a poll, quiz or form as a string');
const definitionKey: CallParameter = {
  name: 'key',
  expected: `your own name of a definition, a string of 1 to ${maxKeyLength} characters`,
  accepts: isDefinitionKey,
};
/** The host's own ID of a user. Not a number: the ID of the session, which `getUser` returns, is a string too. */
const userId: CallParameter = {
  name: 'userId',
  expected: `your own ID of the user, a string of 1 to ${maxExternalIdLength} characters`,
  accepts: (value) => tryCheck(externalIdSchema, value).success,
};
const tickets: CallParameter = {
  name: 'tickets',
  expected: 'a number or an array',
  accepts: (value) => typeof value === 'number' || Array.isArray(value),
};

const source: CallParameter = {
  name: 'source',
  expected: 'an async iterable of bytes, such as a stream',
  accepts: (value) => isObject(value) && Symbol.asyncIterator in value,
};

const linkOptions: CallParameter = {
  name: 'options',
  expected: 'an object with `next`, a string or null',
  accepts: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([name, member]) => name === 'next' && (member === undefined || member === null || typeof member === 'string'),
    ),
};

function hasHeaders(value: object): boolean {
  const headers: unknown = 'headers' in value ? value.headers : undefined;
  return typeof headers === 'object' && headers !== null;
}

const filter = optionalParameter(object('choice'));

/** The functions for votes, attempts or submissions that are not operations, except the creation. */
const answerFunctions = {
  reset: rejects(account, id),
  csv: rejects(account, id, filter),
  xlsx: rejects(account, id, filter),
  jsonl: rejects(account, id, filter),
};

/** The functions of the APIs of all kinds that are not operations. Operations check their arguments themselves. */
const kind = {
  ensure: rejects(account, definitionKey, object('definition')),
  getByKey: rejects(account, definitionKey),
  previewUrl: rejects(account, id),
  answers: answerFunctions,
  issueTickets: rejects(account, id, tickets),
};

const answerAs = (name: string) => rejects(id, object(name), optionalParameter(object('visitor')));

/** The API of a kind without the functions of operations, which check their arguments themselves. */
export type WithoutOperations<Api> = {
  readonly [Name in Exclude<
    keyof Api,
    Exclude<keyof QuizOperations | keyof FormOperations, 'answers'>
  >]: Api[Name] extends (...values: never[]) => unknown ? Api[Name] : Omit<Api[Name], keyof QuizOperations['answers']>;
};

/** What the in-process functions expect of their arguments. */
export const callSignatures: {
  readonly askwell: Signatures<Pick<Askwell, 'voterOf' | 'dashboardLink'>>;
  readonly auth: Signatures<Auth>;
  readonly accounts: Signatures<AccountApi & TransferApi>;
  readonly tokens: Signatures<TokenApi>;
  readonly polls: Signatures<WithoutOperations<PollApi>>;
  readonly quizzes: Signatures<WithoutOperations<QuizApi>>;
  readonly forms: Signatures<WithoutOperations<FormApi>>;
  readonly limiter: Signatures<Pick<Limiter, 'take'>>;
  readonly answers: Signatures<RespondentApi>;
} = {
  askwell: {
    voterOf: throws(userId),
    dashboardLink: rejects(userParameter, optionalParameter(linkOptions)),
  },
  auth: {
    authenticate: rejects(object('headers')),
    session: rejects(request, optionalParameter(object('context'))),
  },
  accounts: {
    ensure: rejects(object('draft')),
    get: rejects(accountOrNumberParameter),
    list: throws(),
    delete: rejects(account),
    export: rejects(account),
    import: rejects(account, source, optionalParameter(object('options'))),
  },
  tokens: {
    create: rejects(account, object('draft')),
    list: rejects(account),
    revoke: rejects(account, integerParameter('id', 'the ID of a token, a whole number')),
  },
  polls: { ...kind, votes: { create: answerAs('vote'), ...answerFunctions }, vote: answerAs('vote') },
  quizzes: {
    ...kind,
    start: rejects(id, optionalParameter(object('visitor'))),
    attempts: { create: answerAs('attempt'), ...answerFunctions },
    attempt: answerAs('attempt'),
  },
  forms: {
    ...kind,
    submissions: { create: answerAs('submission'), ...answerFunctions },
    submit: answerAs('submission'),
  },
  answers: { of: throws(userId), deleteOf: rejects(userId) },
  limiter: { take: rejects(optionalParameter(textParameter('address', 'an IP address as a string'))) },
};
