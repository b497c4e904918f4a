import type { AskwellOptions } from './client.js';

/** What a transport needs to know, checked. */
export interface Settings {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeout: number;
}

const keyShape = /^[a-z]{2,12}_[0-9A-Za-z]{40}$/;
const defaultTimeout = 30_000;

/** The options, completed from the environment. Throws a TypeError that says what is missing, and never shows a key. */
export function settingsOf(options: AskwellOptions): Settings {
  return {
    apiKey: checkKey(options.apiKey ?? process.env['ASKWELL_API_KEY']),
    baseUrl: checkBaseUrl(options.baseUrl ?? process.env['ASKWELL_BASE_URL']),
    timeout: checkTimeout(options.timeout ?? defaultTimeout),
  };
}

function checkKey(key: string | undefined): string {
  if (!key) throw new TypeError('apiKey is missing. Pass one, or set ASKWELL_API_KEY; the dashboard makes keys.');
  if (!keyShape.test(key)) throw new TypeError('apiKey is not an Askwell API key. Copy the whole of it.');
  return key;
}

function checkBaseUrl(text: string | undefined): string {
  if (!text) throw new TypeError('baseUrl is missing. Pass the address of your server, or set ASKWELL_BASE_URL.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (!plain) throw new TypeError('baseUrl must be an http or https address like https://example.com/polls.');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function checkTimeout(milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds > 0) return milliseconds;
  throw new TypeError('timeout must be a positive number of milliseconds.');
}
