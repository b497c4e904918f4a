import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { checkedLater } from '../../base/validation/bounded.js';
import { check, tryCheck } from '../../base/validation/check.js';
import { rawText } from '../../base/validation/text.js';
import type { ImageHosts } from '../../core/asks/image-hosts.js';
import { parseTargetUrl } from '../../events/webhooks/target-guard.js';
import { targetFault } from '../../events/webhooks/webhook-resource.js';
import { webhookChanges } from '../../events/webhooks/webhook-schema.js';
import { parseJson } from '../../http/parsers/json.js';
import { siteDraft } from '../../owners/sites/site-schema.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { checkRow } from './check-row.js';
import {
  type AskLine,
  askLine,
  countOfKind,
  createCounts,
  endLine,
  exportFormat,
  exportVersion,
  type HeaderLine,
  headerLine,
  type RowLine,
  rowLine,
  type SiteLine,
  siteLine,
  type TransferCounts,
  type WebhookLine,
  webhookLine,
} from './export-format.js';
import { fileError, lineError, toLineError } from './import-error.js';
import type { ImportedAsk } from './transfer-kind.js';
import { transferKinds } from './transfer-kinds.js';

const ranks: Readonly<Record<RowLine['type'], number>> = {
  unpublished_changes: 0,
  purged_result: 1,
  purged_voter: 2,
  ticket: 3,
  start: 4,
  used_start: 5,
  checked_answer: 6,
  answer: 7,
  write_in: 8,
};

/** Checks the order of the lines of an ask. In this order, no line can be repeated. */
class RowOrder {
  #rank = -1;
  #key: string | undefined;

  /** Returns whether a line may follow the preceding lines. */
  accept(row: RowLine): boolean {
    const rank = ranks[row.type];
    const key = keyOf(row);
    const isLater = rank > this.#rank || key === undefined || this.#key === undefined || key > this.#key;
    if (rank < this.#rank || !isLater) return false;
    this.#rank = rank;
    this.#key = key;
    return true;
  }
}

/** The maximum length of a line, in bytes: the largest definition with all of its defaults, and the largest unpublished changes. */
const maxLineBytes = 2 * 1024 * 1024;

const lineFeed = 0x0a;

/** The message for a file of another format. */
const notAnExport = 'This is not an Askwell export.';

/** A line of an export that is valid after the preceding lines. */
export type ImportItem =
  | { readonly type: 'header'; readonly header: HeaderLine }
  | { readonly type: 'site'; readonly site: SiteLine }
  | { readonly type: 'webhook'; readonly webhook: WebhookLine }
  | { readonly type: 'ask'; readonly kind: AskKind; readonly line: AskLine; readonly ask: ImportedAsk }
  | { readonly type: 'row'; readonly row: RowLine };

export interface ParseOptions {
  /** The account that imports. */
  readonly account: number;
  readonly imageHosts: ImageHosts | undefined;
}

/**
 * Parses and validates an export as it arrives. The file is not trusted.
 *
 * @throws AskwellError with the code `invalid`. It names the first line that cannot be imported.
 */
export async function* parseExport(
  source: AsyncIterable<Uint8Array>,
  options: ParseOptions,
): AsyncGenerator<ImportItem[]> {
  const parser = new ExportParser(options);
  for await (const lines of readLines(source)) {
    for (let at = 0; at < lines.length; at += linesPerTurn) {
      if (at > 0) await nextTurn(options.account);
      yield lines.slice(at, at + linesPerTurn).flatMap((line) => parser.parse(line));
    }
  }
  parser.finish();
}

/** The lines of a chunk that are parsed in one turn of the event loop. A host can pass a whole file as one chunk. */
const linesPerTurn = 100;

const anyFormat = z.object({ format: z.literal(exportFormat), version: z.int() });
const typed = z.object({ type: rawText(50) }).catchall(checkedLater('the schema of the type'));

/** The maximum number of members and items of a line, above the largest definition and the largest unpublished changes. */
const maxValues = 256 * 1024;

class ExportParser {
  readonly #counts: TransferCounts = createCounts();
  readonly #sites = new Set<number>();
  readonly #asks = new Set<string>();
  #line = 0;
  #ask: { readonly kind: AskKind; readonly parsed: ImportedAsk; readonly order: RowOrder } | undefined;
  #hasEnded = false;

  constructor(private readonly options: ParseOptions) {}

  /** Parses the next line. Returns no item for the last one. */
  parse(bytes: Uint8Array): ImportItem[] {
    this.#line++;
    if (this.#line === 1) return [{ type: 'header', header: parseHeader(bytes) }];
    if (this.#hasEnded) throw this.#error('Unexpected line after the end of the export.');
    try {
      return this.#parseLine(this.#parseJson(bytes));
    } catch (error) {
      throw toLineError(this.#line, error);
    }
  }

  /** @throws AskwellError if the file ends too early. */
  finish(): void {
    if (this.#line === 0) throw fileError(notAnExport);
    if (!this.#hasEnded) throw fileError(`The file is incomplete: it ends after line ${this.#line}.`);
  }

  #parseLine(value: unknown): ImportItem[] {
    const { type } = check(typed, value);
    switch (type) {
      case 'site':
        return [{ type, site: this.#parseSite(value) }];
      case 'webhook':
        return [{ type, webhook: this.#parseWebhook(value) }];
      case 'poll':
      case 'quiz':
      case 'form':
        return [this.#parseAsk(type, value)];
      case 'end':
        this.#checkEnd(value);
        return [];
      default:
        return [{ type: 'row', row: this.#parseRow(value) }];
    }
  }

  #parseSite(value: unknown): SiteLine {
    const site = check(siteLine, value);
    if (this.#ask) throw this.#error('Sites come before polls, quizzes and forms.');
    if (this.#sites.has(site.id)) throw this.#error(`The site ${site.id} is in the file twice.`);
    this.#sites.add(site.id);
    this.#counts.sites++;
    const { name, origins = [] } = check(siteDraft, { name: site.name, origins: site.origins });
    return { ...site, name, origins };
  }

  #parseWebhook(value: unknown): WebhookLine {
    const webhook = checkWebhook(check(webhookLine, value));
    if (this.#ask) throw this.#error('Webhooks come before polls, quizzes and forms.');
    this.#requireSite(webhook.site_id);
    this.#counts.webhooks++;
    return webhook;
  }

  #parseAsk(kind: AskKind, value: unknown): ImportItem {
    const line = check(askLine, value);
    if (!line.id.startsWith(`${kind}_`)) throw this.#error(`${line.id} is not the ID of a ${kind}.`);
    if (this.#asks.has(line.id)) throw this.#error(`${line.id} is in the file twice.`);
    const parsed = transferKinds[kind].parse(line, this.options.imageHosts);
    this.#requireSite(parsed.content.site);
    this.#asks.add(line.id);
    this.#counts[countOfKind[kind]]++;
    this.#ask = { kind, parsed, order: new RowOrder() };
    return { type: 'ask', kind, line, ask: parsed };
  }

  #requireSite(site: number | null): void {
    if (site !== null && !this.#sites.has(site)) throw this.#error(`The site ${site} is not in the file.`);
  }

  #parseRow(value: unknown): RowLine {
    const row = check(rowLine, value);
    if (!this.#ask) throw this.#error('The line belongs to no poll, quiz or form.');
    const { kind, parsed, order } = this.#ask;
    checkRow(row, kind, parsed);
    if (!order.accept(row)) throw this.#error('The line is repeated or in the wrong order.');
    if (row.type === 'answer') this.#counts.answers++;
    else if (row.type === 'ticket') this.#counts.tickets++;
    return row;
  }

  #checkEnd(value: unknown): void {
    const { type: _, ...counts } = check(endLine, value);
    for (const [name, expected] of Object.entries(counts)) {
      const actual = Object.entries(this.#counts).find(([known]) => known === name)?.[1];
      if (actual !== expected)
        throw this.#error(`The file has ${actual} ${name}, but there were ${expected} when it was exported.`);
    }
    this.#hasEnded = true;
  }

  #parseJson(bytes: Uint8Array): unknown {
    try {
      return parseJson(bytes, maxValues);
    } catch (error) {
      const isTooLarge = error instanceof AskwellError && error.code === 'too_large';
      throw this.#error(isTooLarge ? 'The line has too many values.' : 'Not a JSON document in UTF-8.');
    }
  }

  #error(message: string): AskwellError {
    return lineError(this.#line, message);
  }
}

function parseHeader(bytes: Uint8Array): HeaderLine {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    throw fileError(notAnExport);
  }
  const { data } = tryCheck(anyFormat, value);
  if (!data) throw fileError(notAnExport);
  if (data.version > exportVersion) {
    throw fileError(
      `The export has version ${data.version}, but this version of Askwell supports up to ${exportVersion}.`,
    );
  }
  try {
    return check(headerLine, value);
  } catch (error) {
    throw toLineError(1, error);
  }
}

/**
 * Checks a webhook of a file, and normalizes it. Whether its host has allowed addresses is checked when an event is sent.
 *
 * @throws AskwellError with the code `invalid` if it could not have been created.
 */
function checkWebhook(line: WebhookLine): WebhookLine {
  const { url, description, types } = line;
  const checked = check(webhookChanges, { url, description, types });
  const parsed = parseTargetUrl(checked.url ?? '');
  if (!parsed) throw invalidField('url', targetFault(checked.url ?? '', 'invalid_url'));
  return { ...line, url: parsed.href, description: checked.description ?? null, types: checked.types ?? [] };
}

/**
 * Splits a file into lines as it arrives, and yields the lines of each chunk. Keeps at most one incomplete line in memory.
 *
 * @throws AskwellError with the code `invalid` if a line is too long or the last one is cut off.
 */
async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let count = 0;
  for await (const chunk of source) {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const rest = chunk.subarray(start, end);
      requireLength(pendingBytes + rest.byteLength, count + 1);
      lines.push(pending.length === 0 ? rest : Buffer.concat([...pending, rest]));
      pending = [];
      pendingBytes = 0;
      count++;
      start = end + 1;
    }
    if (start < chunk.byteLength) {
      // Copies the rest, because the source may reuse the memory of its chunk.
      const rest = Uint8Array.prototype.slice.call(chunk, start);
      pending.push(rest);
      pendingBytes += rest.byteLength;
    }
    requireLength(pendingBytes, count + 1);
    if (lines.length > 0) yield lines;
  }
  if (pendingBytes > 0) throw count === 0 ? fileError(notAnExport) : lineError(count + 1, 'The line is cut off.');
}

function requireLength(bytes: number, line: number): void {
  if (bytes > maxLineBytes) throw lineError(line, 'The line is too long.');
}

/** Returns the key that identifies a line among the lines of its type, or undefined if the line may be repeated. */
function keyOf(row: RowLine): string | undefined {
  switch (row.type) {
    case 'unpublished_changes':
      return '';
    case 'purged_result':
      return row.bucket;
    case 'purged_voter':
    case 'ticket':
    case 'start':
      return row.voter_ref;
    case 'used_start':
      return row.token;
    case 'checked_answer':
      return `${row.token} ${row.question}`;
    case 'answer':
      return row.id;
    case 'write_in':
      return undefined;
  }
}
