import type { Scope } from '../../owners/access/scope.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import { readExport } from './export-account.js';
import { type ExportLine, exportFileName } from './export-format.js';
import { type ImportOptions, importItems } from './import-account.js';
import { type ImportItem, parseExport } from './parse-export.js';
import { type ImportPlan, ImportSummary, requireImportable, toPlan } from './plan-import.js';
import type { IdMode } from './row-batch.js';

/** Exports everything that an account owns as one file, and imports such files. */
export type TransferService = ReturnType<typeof createTransferService>;

export interface TransferServiceOptions extends ImportOptions {
  readonly securityEvents: SecurityEvents;
}

/** Creates the transfer service. */
export function createTransferService(options: TransferServiceOptions) {
  const { store, clock, imageHosts, securityEvents } = options;
  const parse = ({ account }: Scope, source: AsyncIterable<Uint8Array>) => parseExport(source, { account, imageHosts });

  return {
    /** Returns the file name of an export that is made now. */
    fileName: (): string => exportFileName(clock.now()),

    /**
     * Reads everything that an account owns, in batches of lines. See {@link readExport}.
     *
     * @param client The client that asks, for the security events.
     */
    async *export(scope: Scope, client?: string): AsyncGenerator<ExportLine[]> {
      securityEvents.record({ kind: 'exported', account: scope.account, client });
      yield* readExport(options, scope);
    },

    /**
     * Checks an export without changing anything, and returns the plan of its import.
     *
     * @throws AskwellError with the code `invalid` if the file is not a valid export, or `conflict` if it does not fit into the
     * account.
     */
    async plan(scope: Scope, source: AsyncIterable<Uint8Array>, ids: IdMode): Promise<ImportPlan> {
      const summary = new ImportSummary(options.quotas);
      for await (const items of parse(scope, source)) for (const item of items) summary.add(item);
      await requireImportable(options, scope, summary, ids);
      return toPlan(store, summary, ids);
    },

    /**
     * Imports an export in one pass, and returns what was created. If it fails, nothing is imported.
     *
     * @param client The client that asks, for the security events.
     * @throws AskwellError as `plan` does.
     */
    async import(scope: Scope, source: AsyncIterable<Uint8Array>, ids: IdMode, client?: string): Promise<ImportPlan> {
      const summary = new ImportSummary(options.quotas);
      await importItems(options, scope, summarize(parse(scope, source), summary), ids);
      securityEvents.record({ kind: 'imported', account: scope.account, client });
      return toPlan(store, summary, ids);
    },
  };
}

async function* summarize(
  batches: AsyncIterable<readonly ImportItem[]>,
  summary: ImportSummary,
): AsyncGenerator<readonly ImportItem[]> {
  for await (const items of batches) {
    for (const item of items) summary.add(item);
    yield items;
  }
}
