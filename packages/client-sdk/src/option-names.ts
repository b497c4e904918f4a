import type { AskwellOptions, CallOptions, CreateOptions, UpdateOptions } from './options.js';

// The compiler refuses a missing name and an unknown name.
const clientOptions = {
  apiKey: true,
  baseUrl: true,
  timeout: true,
  deadline: true,
  maxRetries: true,
  maxRetryWait: true,
  headers: true,
  transport: true,
  dispatcher: true,
  fetch: true,
  dangerouslyAllowBrowser: true,
  onRequest: true,
  onResponse: true,
  onRetry: true,
} satisfies Record<keyof AskwellOptions, true>;

const callOptions = {
  signal: true,
  timeout: true,
  deadline: true,
  maxRetries: true,
  maxRetryWait: true,
  headers: true,
} satisfies Record<keyof CallOptions, true>;

const writeOptions = {
  ...callOptions,
  idempotencyKey: true,
  ifMatch: true,
} satisfies Record<keyof (CreateOptions & UpdateOptions), true>;

/** @throws TypeError if the client has no option with one of the names. A misspelled one would otherwise have no effect. */
export function checkClientOptions(options: AskwellOptions): void {
  checkNames(options, clientOptions, 'option of the client');
}

/** @throws TypeError if calls have no option with one of the names. */
export function checkCallOptions(options: CallOptions): void {
  checkNames(options, writeOptions, 'option of a call');
}

/** @throws TypeError if a query has the name of an option of calls, which belongs into a separate argument. */
export function checkQueryNames(query: object): void {
  const name = Object.keys(query).find((name) => Object.hasOwn(callOptions, name));
  if (name === undefined) return;
  throw new TypeError(`\`${name}\` is an option of the call, not a query parameter. Pass it in the next argument.`);
}

function checkNames(options: object, known: Readonly<Record<string, true>>, what: string): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).map((name) => `\`${name}\``);
  throw new TypeError(`\`${unknown}\` is not an ${what}. The options are ${names.join(', ')}.`);
}
