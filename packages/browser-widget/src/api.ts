import type { ErrorBody, ErrorCode, FieldErrors, Issue, ResourceBody } from '@askwell/server/contract';

/** Why a request failed. The code is `offline` if there was no response from the server. */
export interface Problem {
  readonly code: ErrorCode | 'offline';
  readonly message: string;
  readonly errors?: FieldErrors | undefined;
  /** The same faults as codes with parameters. */
  readonly issues?: readonly Issue[] | undefined;
  /** Seconds to wait before the next attempt. */
  readonly wait: number;
}

/** The data of a response, or why there is none. */
export type Reply<Data> =
  | { readonly data: Data; readonly problem?: undefined }
  | { readonly problem: Problem; readonly data?: undefined };

/** A response before it is parsed. Its text is empty if there was none. */
interface RawReply {
  readonly ok: boolean;
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
  const { ok, text } = await share(url);
  const file: Data | undefined = ok ? JSON.parse(text) : undefined;
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
  known.then(({ ok }) => setTimeout(() => reading.delete(url), ok ? shareFor : 0));
  return known;
}

async function send(url: string, init?: RequestInit): Promise<RawReply> {
  try {
    const reply = await fetch(url, { ...init, credentials: 'omit' });
    return { ok: reply.ok, wait: Number(reply.headers.get('retry-after')), text: await reply.text() };
  } catch {
    return { ok: false, wait: 0, text: '' };
  }
}

/** Parses a response. One that is not JSON came from a proxy or the like, not from the server. */
function parse<Data>({ ok, wait, text }: RawReply): Reply<Data> {
  try {
    const body: Partial<ResourceBody<Data> & ErrorBody> = JSON.parse(text);
    const { data, code = 'internal', message = '', errors, issues } = body;
    if (ok && data) return { data };
    return { problem: { code, message, errors, issues, wait } };
  } catch {
    return { problem: { code: 'offline', message: '', wait } };
  }
}
