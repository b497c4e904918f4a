import { z } from 'zod';
import { check } from '../../base/validation/check.js';
import { invalidOption } from '../../base/validation/option-error.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import { type AnswerFile, answerFile } from '../asks/answer-file.js';
import { type ExportLine, exportMediaType, type TransferCounts } from './export-format.js';
import type { TransferService } from './transfer-service.js';

/** Options of {@link TransferApi.import}. */
export interface ImportAccountOptions {
  /**
   * `keep` keeps the IDs of the file, so that links and widgets keep working, and throws `conflict` if an ID exists. `renew`
   * creates new IDs, for a copy in the same database. Default: `keep`.
   */
  ids?: 'keep' | 'renew' | undefined;
}

/** The items that an import has created. */
export interface ImportedAccount {
  readonly counts: Readonly<TransferCounts>;
  /** Whether visitors who have answered are recognized: only with the same IDs and the same secret. */
  readonly recognizesVisitors: boolean;
}

/** Moves everything that an account owns as one file. */
export interface TransferApi {
  /**
   * Returns everything that an account owns as a file of JSON Lines: sites, webhooks, polls, quizzes and forms with their answers and
   * tickets. It has personal data of visitors, but no password, sessions, API keys or secrets of webhooks.
   *
   * @throws AskwellError with the code `not_found` if there is no such account. Reading the file throws `conflict` if a poll, quiz or form
   * changes while its answers are read.
   * @example
   * await pipeline(await askwell.accounts.export(user.id), createWriteStream('account.jsonl'));
   */
  export(account: AccountRef): Promise<AnswerFile>;
  /**
   * Imports an export into an account, in addition to its existing content. If the import fails, nothing is imported.
   *
   * @param source The bytes of the file, such as a stream of `node:fs`.
   * @throws AskwellError with the code `invalid` if the file is not a valid export, or `conflict` if it does not fit into the
   * account.
   */
  import(
    account: AccountRef,
    source: AsyncIterable<Uint8Array>,
    options?: ImportAccountOptions,
  ): Promise<ImportedAccount>;
}

const importOptions = z.strictObject({
  ids: z.enum(['keep', 'renew']).default('keep'),
}) satisfies z.ZodType<unknown, ImportAccountOptions>;

/** @param scopeOf Throws `not_found` for an account that does not exist. */
export function createTransferApi(
  transfer: TransferService,
  scopeOf: (account: AccountRef) => Promise<Scope>,
): TransferApi {
  return {
    async export(account) {
      const lines = transfer.export(await scopeOf(account));
      return answerFile(transfer.fileName(), exportMediaType, toText(lines));
    },

    async import(account, source, options = {}) {
      const { ids } = check(importOptions, options);
      const { counts, recognizesVisitors } = await transfer.import(await scopeOf(account), bytesOf(source), ids);
      return { counts, recognizesVisitors };
    },
  };
}

/** Returns the chunks of a source. Streams with an encoding have texts. */
async function* bytesOf(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array))
      throw invalidOption('askwell.accounts.import: source', 'chunks of bytes', chunk);
    yield chunk;
  }
}

/** Returns batches of lines as JSON Lines. */
export async function* toText(batches: AsyncIterable<readonly ExportLine[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((line) => `${JSON.stringify(line)}\n`).join('');
}
