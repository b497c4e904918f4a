import { z } from 'zod';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { checkedLater } from '../../base/validation/bounded.js';
import { check, tryCheck } from '../../base/validation/check.js';
import { rawText } from '../../base/validation/text.js';
import type { ImageHosts } from '../../core/asks/image-hosts.js';
import { parseJson } from '../../http/parsers/json.js';
import { siteDraft } from '../../owners/sites/site-schema.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { checkRow } from './check-row.js';
import { checkWebhook } from './check-webhook.js';
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
import { notAnExport, readLines } from './read-lines.js';
import { RowOrder } from './row-order.js';
import type { ImportedAsk } from './transfer-kind.js';
import { transferKinds } from './transfer-kinds.js';

/** A line of an export that is valid after the lines before it. */
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
 * Parses an export as it arrives, and validates it: the file may come from anybody.
 *
 * @throws AskwellError with the code `invalid` that names the first line which cannot be imported.
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

/** The most members and items that a line has: more than the largest definition, and the largest unpublished changes. */
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
