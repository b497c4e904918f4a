import { type Clock, formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { NamedParts } from '../../core/asks/code-definition.js';
import { askKinds, wireIdOf } from '../../core/ids.js';
import { iterateBatches, type PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import { selectWebhooks, type WebhookRow } from '../../events/webhooks/webhook-queries.js';
import { toWebhook } from '../../events/webhooks/webhook-resource.js';
import type { Scope } from '../../owners/access/scope.js';
import { selectAccountById } from '../../owners/accounts/account-queries.js';
import { selectSites } from '../../owners/sites/site-queries.js';
import { parseDesign, toSite } from '../../owners/sites/site-service.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { readAskRows } from './ask-rows.js';
import {
  type AskLine,
  countOfKind,
  createCounts,
  type ExportLine,
  exportFormat,
  exportVersion,
  type TransferCounts,
} from './export-format.js';
import { type ExportedAsk, selectAskState, selectNextAsk, selectSecretFingerprint } from './export-queries.js';
import { transferKinds } from './transfer-kinds.js';

/**
 * Reads everything that an account owns, in batches of lines. Each read is short, so that a slow reader of the export does not
 * delay other requests. Omits answers that arrive after their ask was read.
 *
 * @throws AskwellError with the code `conflict` if an ask is changed, purged or deleted while its answers are read.
 */
export async function* readExport(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  scope: Scope,
): AsyncGenerator<ExportLine[]> {
  const account = await store.read(selectAccountById(scope.account));
  if (!account) throw new AskwellError('not_found');
  const { name, email } = account;
  yield [
    {
      format: exportFormat,
      version: exportVersion,
      exported_at: formatTimestamp(clock.now()),
      account: { name, email: email ?? '' },
      secret: await store.read(selectSecretFingerprint()),
    },
  ];
  const counts = createCounts();
  const start: Pick<PageRequest, 'after' | 'order'> = { after: 0, order: 'asc' };
  const sites = iterateBatches((page) => store.read(selectSites(scope, page)), start, scope.account);
  for await (const batch of sites) {
    counts.sites += batch.length;
    yield batch.map((row) => ({ type: 'site', ...toSite(row), design: parseDesign(row.design) }));
  }
  const webhooks = iterateBatches((page) => store.read(selectWebhooks(scope, page)), start, scope.account);
  for await (const batch of webhooks) {
    counts.webhooks += batch.length;
    yield batch.map(toWebhookLine);
  }
  for (const kind of askKinds) yield* readAsks(store, scope.account, kind, counts);
  yield [{ type: 'end', ...counts }];
}

async function* readAsks(
  store: Store,
  account: number,
  kind: AskKind,
  counts: TransferCounts,
): AsyncGenerator<ExportLine[]> {
  let after = 0;
  for (;;) {
    const ask = await store.read(selectNextAsk(account, kind, after));
    if (!ask) return;
    after = ask.seq;
    counts[countOfKind[kind]]++;
    yield [toAskLine(ask)];
    for await (const lines of readAskRows(store, ask)) {
      for (const { type } of lines) {
        if (type === 'answer') counts.answers++;
        else if (type === 'ticket') counts.tickets++;
      }
      yield lines;
    }
    const state = await store.read(selectAskState(account, ask.seq));
    if (state?.version !== ask.version || state.purged !== ask.purged) {
      throw new AskwellError('conflict', `${wireIdOf(ask)} was changed during the export. Start the export again.`);
    }
  }
}

/** Lists each member, so that new members of the resource are not exported by accident. */
function toWebhookLine(row: WebhookRow): ExportLine {
  const { url, description, types, site_id, enabled, created_at, updated_at } = toWebhook(row);
  return { type: 'webhook', url, description, types, site_id, enabled, created_at, updated_at };
}

function toAskLine(ask: ExportedAsk): ExportLine {
  return {
    type: ask.kind,
    id: wireIdOf(ask),
    version: ask.version,
    created_at: formatTimestamp(ask.created_at),
    updated_at: formatTimestamp(ask.updated_at),
    archived_at: ask.archived_at === null ? null : formatTimestamp(ask.archived_at),
    ...(ask.notices !== null && { notices: ask.notices }),
    ...codeDefinitionOf(ask),
    ...transferKinds[ask.kind].describe(ask),
  };
}

function codeDefinitionOf({ definition_key, digest, named }: ExportedAsk): Pick<AskLine, 'code_definition'> {
  if (definition_key === null || digest === null || named === null) return {};
  const { members, texts }: NamedParts = JSON.parse(named);
  return { code_definition: { key: definition_key, digest, members: [...members], texts: { ...texts } } };
}
