import type { ErrorBody, ErrorCode, FieldErrors, Issue, ResourceBody } from '@askwell/server/contract';

/** Why something could not be had; `offline` where no server answered. */
export interface Problem {
  readonly code: ErrorCode | 'offline';
  readonly message: string;
  readonly errors?: FieldErrors | undefined;
  /** The same faults as codes with parameters. */
  readonly issues?: readonly Issue[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly wait: number;
}

/** What was asked for, or why it could not be had. */
export type Reply<Data> =
  | { readonly data: Data; readonly problem?: undefined }
  | { readonly problem: Problem; readonly data?: undefined };

/** A reply as it came; nothing where none came. */
interface Raw {
  readonly ok: boolean;
  readonly wait: number;
  readonly text: string;
}

/** How long what was read is handed to others on the page that ask for the same, in milliseconds. */
const shared = 5_000;
const reading = new Map<string, Promise<Raw>>();

/** Reads, once for all who ask at about the same time. */
export function read<Data>(url: string): Promise<Reply<Data>> {
  return share(url).then(parse<Data>);
}

/** Reads a file as it is; nothing where it can't be had. */
export async function readFile<Data>(url: string): Promise<Data | undefined> {
  const { ok, text } = await share(url);
  const file: Data | undefined = ok ? JSON.parse(text) : undefined;
  return file;
}

/** Reads or sends what is this visitor's alone. */
export function request<Data>(url: string, init?: RequestInit): Promise<Reply<Data>> {
  return ask(url, init).then(parse<Data>);
}

/** Forgets what was read, since it has changed. */
export function forgetRead(): void {
  reading.clear();
}

function share(url: string): Promise<Raw> {
  const known = reading.get(url) ?? ask(url);
  reading.set(url, known);
  known.then(({ ok }) => setTimeout(() => reading.delete(url), ok ? shared : 0));
  return known;
}

async function ask(url: string, init?: RequestInit): Promise<Raw> {
  try {
    const reply = await fetch(url, { ...init, credentials: 'omit' });
    return { ok: reply.ok, wait: Number(reply.headers.get('retry-after')), text: await reply.text() };
  } catch {
    return { ok: false, wait: 0, text: '' };
  }
}

/** What is not JSON of ours did not come from the server, but from what stands between. */
function parse<Data>({ ok, wait, text }: Raw): Reply<Data> {
  try {
    const body: Partial<ResourceBody<Data> & ErrorBody> = JSON.parse(text);
    const { data, code = 'internal', message = '', errors, issues } = body;
    if (ok && data) return { data };
    return { problem: { code, message, errors, issues, wait } };
  } catch {
    return { problem: { code: 'offline', message: '', wait } };
  }
}
