import type { ErrorBody, ErrorCode, FieldErrors, Issue, ResourceBody } from '@askwell/server/contract';

/** Why a request failed. */
export interface Problem {
  /**
   * The code of the error that the server responded with. `offline`: there was no response, or a proxy could not reach the server.
   * `unexpected_response`: there was a response, but not from Askwell, such as the page of a CSRF protection.
   */
  readonly code: ErrorCode | 'offline' | 'unexpected_response';
  readonly message: string;
  readonly errors?: FieldErrors | undefined;
  /** The same faults as codes with parameters. */
  readonly issues?: readonly Issue[] | undefined;
  /** Seconds to wait before the next attempt. */
  readonly wait: number;
}

/** The data of a response, or the reason why the request failed. */
export type Reply<Data> =
  | { readonly data: Data; readonly problem?: undefined }
  | { readonly problem: Problem; readonly data?: undefined };

/** A response before it is parsed. */
interface RawReply {
  readonly url: string;
  /** 0 if there was no response, 1 if the browser does not show the response. */
  readonly status: number;
  /** Whether the response is from Askwell, which marks all of its responses with a header. */
  readonly isOwn?: boolean;
  readonly wait: number;
  readonly text: string;
}

/** How long elements of the page share a response, in milliseconds. */
const shareFor = 5_000;
const reading = new Map<string, Promise<RawReply>>();

/** Reads a resource. Elements that read the same URL at about the same time share one request. */
export function read<Data>(url: string): Promise<Reply<Data>> {
  return share(url).then(parse<Data>);
}

/** Reads a JSON file. Undefined if it cannot be loaded. */
export async function readFile<Data>(url: string): Promise<Data | undefined> {
  const reply = await share(url);
  const file: Data | undefined = isOk(reply) ? JSON.parse(reply.text) : parse<Data>(reply).data;
  return file;
}

/** Sends a request whose response is for this visitor only. */
export function request<Data>(url: string, init?: RequestInit): Promise<Reply<Data>> {
  return send(url, init).then(parse<Data>);
}

/** Forgets shared responses after a change. */
export function forgetRead(): void {
  reading.clear();
}

function share(url: string): Promise<RawReply> {
  const known = reading.get(url) ?? send(url);
  reading.set(url, known);
  known.then((reply) => setTimeout(() => reading.delete(url), isOk(reply) ? shareFor : 0));
  return known;
}

async function send(url: string, init?: RequestInit, isRetry?: boolean): Promise<RawReply> {
  try {
    const reply = await fetch(url, { ...init, credentials: init?.credentials ?? 'omit' });
    const { status, headers } = reply;
    const isOwn = headers.has('x-askwell');
    return { url, status, isOwn, wait: Number(headers.get('retry-after')), text: await reply.text() };
  } catch {
    // Browsers do not say whether the server is unreachable, or whether they hide its response, for example after a redirect to another
    // origin. A request with `no-cors` shows the difference. If the server is reachable now, the connection may just have been lost.
    const isReachable = await fetch(url, { mode: 'no-cors', credentials: 'omit' }).then(
      () => true,
      () => false,
    );
    if (isReachable && !isRetry) return send(url, init, true);
    return { url, status: Number(isReachable), wait: 0, text: '' };
  }
}

/** Whether a response is a success with a JSON object, and not a page after a redirect. */
const isOk = ({ status, text }: RawReply) => status > 199 && status < 300 && text[0] === '{';

function parse<Data>(reply: RawReply): Reply<Data> {
  const { status, isOwn, wait, text } = reply;
  try {
    const body: Partial<ResourceBody<Data> & ErrorBody> = JSON.parse(text);
    const { data, code, message = '', errors, issues } = body;
    if (isOk(reply) && data) return { data };
    if (isOwn && code) return { problem: { code, message, errors, issues, wait } };
  } catch {
    // Not JSON.
  }
  // An app answers its own errors with 500. Proxies use the codes above.
  const isUnreachable = status === 0 || status > 501;
  if (!isUnreachable) warn(reply);
  return { problem: { code: isUnreachable ? 'offline' : 'unexpected_response', message: '', wait } };
}

const warned = new Set<string>();

/** Warns the developer of the page once about a response that is not from Askwell. */
function warn({ url, status }: RawReply): void {
  const text = `${url} was answered ${status > 1 ? status : '(hidden)'}, not by Askwell. Likely cause: ${likelyCause(url, status)}.`;
  if (!warned.has(text)) console.warn(text);
  warned.add(text);
}

function likelyCause(url: string, status: number): string {
  const [path] = /^.*?\/(?=api\/|embed\/)/.exec(new URL(url, location.href).pathname) ?? [];
  if (status === 429) return `a rate limit of the app. Exempt ${path} from it`;
  if (status === 404 || status === 405) return `the routes of the app. Pass ${path} to Askwell`;
  if (status === 1)
    return `a redirect to another origin, or the site of the ask does not list the origin of this page. Add ${location.origin} to the site in the dashboard`;
  if (status > 499) return 'an error of the app. Its log says more';
  if (status < 400 || status === 401) return `a sign-in page or a redirect of the app. Exempt ${path} from it`;
  return `middleware of the app. Exempt ${path} from CSRF protection`;
}
