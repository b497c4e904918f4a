import { setNotice } from '../../src/events/notifications/notice-queries.js';
import type { NoticeTiming } from '../../src/events/notifications/notice-timing.js';
import type { Services } from '../../src/instance/assemble-services.js';
import type { Scope } from '../../src/owners/access/scope.js';

/** Returns the lines of an export, without the time in the first line. */
export async function exportOf({ transfer }: Services, scope: Scope): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of transfer.export(scope)) lines.push(...batch.map((line) => JSON.stringify(line)));
  return lines.map((line) => line.replace(/"exported_at":"[^"]+"/, '"exported_at":"…"'));
}

/** Returns an export as a file. */
export async function exportFile({ transfer }: Services, scope: Scope): Promise<string> {
  let file = '';
  for await (const batch of transfer.export(scope)) for (const line of batch) file += `${JSON.stringify(line)}\n`;
  return file;
}

/** Yields a text in chunks, as a file or a request arrives. */
export async function* inChunks(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Notifies an owner of new answers to a poll. */
export async function notifyOf(
  { polls, store }: Services,
  scope: Scope,
  poll: string,
  timing: NoticeTiming,
): Promise<void> {
  const owned = await polls.asks.find(scope, poll);
  if (!owned) throw new Error('The poll does not exist.');
  await store.run(setNotice, { account: scope.account, ask: owned.ask.seq, timing });
}

/** Adds unpublished changes to a poll, and tags and a note to some of its votes. */
export async function annotate(
  { polls }: Services,
  scope: Scope,
  poll: string,
  votes: readonly string[],
): Promise<void> {
  const owned = await polls.asks.find(scope, poll);
  if (!owned) throw new Error('The poll does not exist.');
  const note = { tags: ['seen', 'to do'], note: 'Call back.\nSoon.' };
  for (const id of votes) await polls.answers.saveNote(scope, owned.ask, id.slice('vote_'.length), note);
  const { draft, revision } = await polls.workingCopies.open(owned.ask);
  await polls.workingCopies.save(scope, owned, { ...draft, title: '' }, revision);
}
