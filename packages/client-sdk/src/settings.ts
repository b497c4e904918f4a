import { selectBackend } from './backends/default-backend.js';
import type { HttpBackend } from './backends/http-backend.js';
import { checkClientOptions } from './option-names.js';
import type { AskwellOptions, CallOptions } from './options.js';
import { Deadline } from './timeouts/deadline.js';
import type { Limits } from './timeouts/request-timer.js';
import type { Timing } from './timeouts/timing.js';
import { checkHeaders } from './transport/headers.js';
import type { Hooks } from './transport/hooks.js';

/** The validated options of a client. */
export interface Settings {
  readonly apiKey: string;
  readonly origin: string;
  /** Has no slash at the end. */
  readonly basePath: string;
  readonly timeout: number;
  readonly deadline: number | undefined;
  readonly maxRetries: number;
  readonly maxRetryWait: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: Hooks | undefined;
  readonly backend: HttpBackend;
  readonly timing: Timing;
}

const keyPattern = /^[a-z]{2,12}_[0-9A-Za-z]{40}$/;

/**
 * Returns the validated options, with defaults and values from the environment.
 *
 * @throws TypeError if an option is missing or invalid. The message never contains the API key.
 */
export function settingsOf(options: AskwellOptions, timing: Timing): Settings {
  checkClientOptions(options);
  checkRuntime(options);
  const { onRequest, onResponse, onRetry } = options;
  const { origin, pathname } = checkBaseUrl(options.baseUrl ?? environment('ASKWELL_BASE_URL'));
  return {
    apiKey: checkKey(options.apiKey ?? environment('ASKWELL_API_KEY')),
    origin,
    basePath: pathname.replace(/\/+$/, ''),
    timeout: checkTimeout(options.timeout ?? 30_000),
    deadline: options.deadline === undefined ? undefined : checkDeadline(options.deadline),
    maxRetries: checkRetries(options.maxRetries ?? 2),
    maxRetryWait: checkRetryWait(options.maxRetryWait ?? 10_000),
    headers: checkHeaders(options.headers ?? {}),
    hooks: onRequest || onResponse || onRetry ? { onRequest, onResponse, onRetry } : undefined,
    backend: selectBackend(options),
    timing,
  };
}

/** Returns the time limits of one call: its own options, or those of the client. */
export function limitsOf(settings: Settings, { timeout, deadline, signal }: CallOptions): Limits {
  const { timing } = settings;
  return {
    timing,
    timeout: timeout === undefined ? settings.timeout : checkTimeout(timeout),
    deadline: new Deadline(timing, deadline === undefined ? settings.deadline : checkDeadline(deadline)),
    signal,
  };
}

/** Returns the limits of the retries of one call: its own options, or those of the client. */
export function retryLimitsOf(
  settings: Settings,
  { maxRetries, maxRetryWait }: CallOptions,
): Pick<Settings, 'maxRetries' | 'maxRetryWait'> {
  return {
    maxRetries: maxRetries === undefined ? settings.maxRetries : checkRetries(maxRetries),
    maxRetryWait: maxRetryWait === undefined ? settings.maxRetryWait : checkRetryWait(maxRetryWait),
  };
}

function checkRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw new TypeError('`maxRetries` must be an integer, 0 or more.');
}

function checkRetryWait(milliseconds: number): number {
  if (typeof milliseconds === 'number' && milliseconds >= 0) return milliseconds;
  throw new TypeError('`maxRetryWait` must be a number of milliseconds, 0 or more.');
}

function checkKey(key: string | undefined): string {
  if (!key) throw new TypeError('`apiKey` is missing. Pass it or set ASKWELL_API_KEY. Create keys in the dashboard.');
  if (!keyPattern.test(key)) throw new TypeError('`apiKey` is not an Askwell API key. Copy the complete key.');
  return key;
}

function checkBaseUrl(text: string | undefined): URL {
  if (!text) throw new TypeError('`baseUrl` is missing. Pass the URL of your server or set ASKWELL_BASE_URL.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (!plain) throw new TypeError('`baseUrl` must be an http or https URL like https://example.com/polls.');
  if (/\/api\/v1\/*$/.test(url.pathname))
    throw new TypeError('`baseUrl` must not contain /api/v1: the client adds it.');
  return url;
}

function checkTimeout(milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return milliseconds;
  throw new TypeError('`timeout` must be a positive number of milliseconds.');
}

function checkDeadline(deadline: number): number;
function checkDeadline(deadline: number | Date): number | Date;
function checkDeadline(deadline: number | Date): number | Date {
  const value = Number(deadline);
  if (Number.isFinite(value) && value > 0) return deadline;
  throw new TypeError('`deadline` must be a positive number of milliseconds or, for a single call, a Date.');
}

/** Rejects browsers, where every visitor can read the API key. */
function checkRuntime({ dangerouslyAllowBrowser }: AskwellOptions): void {
  if (dangerouslyAllowBrowser || !('window' in globalThis && 'document' in globalThis)) return;
  throw new TypeError(
    'The client cannot run in a browser, because every visitor could read the API key. Use it on your server; the widget ' +
      'needs no key. If only you can open this page, set `dangerouslyAllowBrowser: true`.',
  );
}

/** Reads an environment variable. Some runtimes have no `process`. */
function environment(name: string): string | undefined {
  return typeof process === 'undefined' ? undefined : process.env?.[name];
}
