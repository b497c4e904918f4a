import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pairsOf } from './read-docs.js';

/** A command on a page of the documentation, with the reply below it. */
export interface Example {
  /** The heading above it. */
  readonly title: string;
  readonly command: string;
  readonly reply: string;
}

/** A reply without the values that differ between runs. */
export interface ReducedReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: unknown;
}

export function examplesOf(page: string): Example[] {
  return pairsOf(page, 'sh', 'http').map(({ title, upper, lower }) => ({ title, command: upper, reply: lower }));
}

const curlScript = new URL('./curl.mjs', import.meta.url).pathname;

/** Runs a command in a shell, with the response headers in its output. Replaces a missing curl by a script. */
export async function runInShell(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const curl = `if command -v curl >/dev/null; then curl() { command curl -isS "$@"; }; else curl() { "$NODE" "$CLIENT" "$@"; }; fi`;
  const { stdout } = await promisify(execFile)('sh', ['-euc', `${curl}\n${command}`], {
    env: { ...process.env, ...env, NODE: process.execPath, CLIENT: curlScript },
  });
  return stdout;
}

/** Returns the variables that readers export from a reply for later commands. */
export function exportsOf(reply: string): Record<string, string> {
  const found: Record<string, string> = {};
  const [, id, kind] = /"data":\{"id":"((poll|quiz|form|vote|attempt|submission)_[0-9a-z]{20})"/.exec(reply) ?? [];
  if (id && kind) found[`${kind.toUpperCase()}_ID`] = id;
  const members = { TICKET: 'tickets":[', STARTED: 'started":', CURSOR: 'next_cursor":', VOTER_REF: 'voter_ref":' };
  for (const [name, member] of Object.entries(members)) {
    const [, value] = reply.split(`"${member}"`);
    if (value !== undefined) found[name] = value.slice(0, value.indexOf('"'));
  }
  const [, event] = /^id: (\d+\.\d+)$/m.exec(reply) ?? [];
  if (event !== undefined) found['LAST_EVENT_ID'] = event;
  const [, etag] = /^etag: ("[\w-]{22}")/im.exec(reply) ?? [];
  if (etag !== undefined) found['ETAG'] = etag;
  return found;
}

const shapes: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, 'a time'],
  [/\b(poll|quiz|form|vote|attempt|submission)_[0-9a-z]{20}\b/g, 'the id of a $1'],
  [/\bask_\w{4}•{6}\w{4}/g, 'a masked key'],
  [/(?<="masked_code":\s*)"[0-9A-Za-z]{4}•{6}"/g, '"a masked code"'],
  [/(?<="tickets":\s*\[[^\]]*)"[0-9A-Za-z]{16}"/g, '"a ticket"'],
  [/(?<="started":\s*)"[\w-]{59}"/g, '"a start"'],
  [/(?<="next_cursor":\s*)"[\w-]+"/g, '"a cursor"'],
  [/\bevt_[0-9a-f]{24}\b/g, 'an event'],
  [/\b[0-9a-f]{32}\b/g, 'a voter'],
  [/(?<=^etag: )"[\w-]{22}"/gim, '"a tag"'],
  [/^id: \d+\.\d+$/gm, 'id: a state'],
  [/^retry: \d+$/gm, 'retry: some time'],
];

/** Parses a reply of the server, or of a page. */
export function parseReply(reply: string): ReducedReply {
  const even = shapes.reduce((text, [shape, name]) => text.replace(shape, name), reply.trim().replaceAll('\r\n', '\n'));
  const [head = '', ...rest] = even.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(pairs), body: parse(rest.join('\n\n')) };
}

/** Parses JSON; splits any other text into lines. */
function parse(text: string): unknown {
  if (text === '') return null;
  return /^[{[]/.test(text) && !text.includes('\n{') ? JSON.parse(text) : text.split('\n');
}

/** Reduces a reply to what a page shows: the headers it names and, for an object with `"…"`, the members it names. */
export function reduceTo(page: ReducedReply, { status, headers, body }: ReducedReply): ReducedReply {
  const shown = [...page.headers.keys()].map((name) => [name, headers.get(name) ?? 'is missing'] as const);
  return { status, headers: new Map(shown), body: shownOf(page.body, body) };
}

const andMore = '…';

function shownOf(page: unknown, actual: unknown): unknown {
  if (Array.isArray(page) && Array.isArray(actual)) return actual.map((one, at) => shownOf(page[at], one));
  if (!isObject(page) || !isObject(actual)) return actual;
  const members = Object.entries(actual).map(([name, value]) => [name, shownOf(page[name], value)] as const);
  if (!(andMore in page)) return Object.fromEntries(members);
  return { ...Object.fromEntries(members.filter(([name]) => name in page)), [andMore]: andMore };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
