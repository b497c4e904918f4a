import { Session } from '../access/session.js';
import type { AccountApi } from '../accounts/account-api.js';
import { accountParameter as account, accountOrNumberParameter } from '../accounts/account-ref.js';
import { externalIdSchema, maxExternalIdLength } from '../accounts/host-user.js';
import type { Auth } from '../accounts/sessions/session-api.js';
import type { RespondentApi } from '../asks/respondents/respondent-api.js';
import type { Limiter } from '../limiter/limiter.js';
import type { SiteApi } from '../sites/site-api.js';
import {
  type CallParameter,
  integerParameter,
  objectParameter as object,
  optionalParameter,
  rejects,
  type Signatures,
  textParameter,
  throws,
} from '../validation/call-checks.js';
import type { Askwell, FormApi, PollApi, QuizApi } from './askwell-interface.js';

const session: CallParameter = {
  name: 'session',
  expected: 'the session that `askwell.auth.session` returned',
  accepts: (value) => value instanceof Session,
};
const request: CallParameter = {
  name: 'request',
  expected: 'an object with `headers`, such as the request',
  accepts: (value) => typeof value === 'object' && value !== null && hasHeaders(value),
};
const id = textParameter('id', 'the ID of a poll, quiz or form as a string');
const answerId = textParameter('answer', 'the ID of an answer as a string');
const siteId = integerParameter('id', 'the ID of a site, a whole number');
/** The host's own ID of a user. Not a number: the ID of the session, which `getUser` returns, is a string too. */
const user: CallParameter = {
  name: 'user',
  expected: `your own ID of the user, a string of 1 to ${maxExternalIdLength} characters`,
  accepts: (value) => externalIdSchema.safeParse(value).success,
};
const answers: CallParameter = { name: 'answers', expected: 'an array', accepts: Array.isArray };
const tickets: CallParameter = {
  name: 'tickets',
  expected: 'a number or an array',
  accepts: (value) => typeof value === 'number' || Array.isArray(value),
};

function hasHeaders(value: object): boolean {
  const headers: unknown = 'headers' in value ? value.headers : undefined;
  return typeof headers === 'object' && headers !== null;
}

/** The functions that the APIs of all kinds have. */
const kind = {
  create: rejects(account, object('draft')),
  get: rejects(account, id),
  list: throws(account, optionalParameter(object('choice'))),
  update: rejects(account, id, object('changes')),
  delete: rejects(account, id),
  results: rejects(account, id, optionalParameter(object('choice'))),
  previewUrl: rejects(account, id),
  issueTickets: rejects(account, id, tickets),
  answers: {
    get: rejects(account, id, answerId),
    list: throws(account, id, optionalParameter(object('choice'))),
    batch: rejects(account, id, answers, optionalParameter(object('options'))),
    delete: rejects(account, id, answerId),
    deleteWhere: rejects(account, id, object('choice')),
    reset: rejects(account, id),
  },
};
const answerAs = (name: string) => rejects(id, object(name), optionalParameter(object('visitor')));

/** What the in-process functions expect of their arguments. */
export const callSignatures: {
  readonly auth: Signatures<Auth>;
  readonly keys: Signatures<Askwell['keys']>;
  readonly accounts: Signatures<AccountApi>;
  readonly sites: Signatures<SiteApi>;
  readonly polls: Signatures<PollApi>;
  readonly quizzes: Signatures<QuizApi>;
  readonly forms: Signatures<FormApi>;
  readonly limiter: Signatures<Pick<Limiter, 'take'>>;
  readonly answers: Signatures<RespondentApi>;
  readonly instance: Signatures<Pick<Askwell, 'voterOf'>>;
} = {
  auth: {
    authenticate: rejects(object('headers')),
    session: rejects(request, optionalParameter(object('context'))),
  },
  keys: {
    create: rejects(session, object('draft')),
    list: rejects(session),
    delete: rejects(session, integerParameter('id', 'the ID of a key, a whole number')),
  },
  accounts: {
    ensure: rejects(object('draft')),
    get: rejects(accountOrNumberParameter),
    list: throws(),
    delete: rejects(account),
  },
  sites: {
    create: rejects(account, object('draft')),
    get: rejects(account, siteId),
    list: throws(account),
    update: rejects(account, siteId, object('changes')),
    delete: rejects(account, siteId),
  },
  polls: { ...kind, vote: answerAs('vote') },
  quizzes: { ...kind, attempt: answerAs('attempt') },
  forms: { ...kind, submit: answerAs('submission') },
  answers: { of: throws(user), deleteOf: rejects(user) },
  instance: { voterOf: throws(user) },
  limiter: { take: rejects(optionalParameter(textParameter('address', 'an IP address as a string'))) },
};
