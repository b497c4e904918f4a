import type { Micros } from '../../base/clock.js';
import type { AskContent } from '../../core/asks/ask-queries.js';
import type { CodeDefinition } from '../../core/asks/code-definition.js';
import { insertCodeDefinition, selectDefinedId } from '../../core/asks/code-definition-queries.js';
import type { QuotaExceeded, Quotas } from '../../core/quotas.js';
import { type Change, changeOf, type LoggedAsk, toImportedRange } from '../../db/changes/change.js';
import { logChanges } from '../../db/changes/log-changes.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { insertNotice } from '../../events/notifications/notice-queries.js';
import type { NoticeTiming } from '../../events/notifications/notice-timing.js';
import { forgetDeletedIds } from '../../owners/removal/deleted-ids.js';
import { maxSites } from '../../owners/sites/limits.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import {
  countSites,
  findTakenIds,
  type ImportStep,
  type Interrupted,
  interrupted,
  type TakenIds,
  touchImport,
} from './import-queries.js';
import { exceedsWebhooks, insertWebhooks, type PublishedWebhook } from './imported-webhooks.js';
import type { IdMode } from './row-batch.js';

export interface PublishedSite {
  readonly name: string;
  /** A JSON list. */
  readonly origins: string;
  /** JSON. */
  readonly design: string | null;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  readonly version: number;
}

/** An ask as it is published. `site` is the position in the list of sites. */
export interface PublishedAsk extends Omit<AskContent, 'definition'> {
  readonly seq: number;
  readonly kind: AskKind;
  readonly id: string;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  readonly archivedAt: Micros | null;
  /** When the owner gets notices of new answers. Null: never. */
  readonly notices: NoticeTiming | null;
  /** The definition in the code of the host. */
  readonly codeDefinition: CodeDefinition | null;
}

/** The site that the unpublished changes of an ask name. `site` is the position in the list of sites. */
export interface DraftSite {
  readonly ask: number;
  readonly site: number;
}

export interface PublishInput extends ImportStep {
  readonly ids: IdMode;
  readonly sites: readonly PublishedSite[];
  readonly webhooks: readonly PublishedWebhook[];
  readonly quotas: Pick<Quotas, 'webhooks'>;
  readonly asks: readonly PublishedAsk[];
  readonly draftSites: readonly DraftSite[];
}

export type PublishOutcome =
  | 'published'
  | Interrupted
  | { readonly refused: 'too_many_sites'; readonly wouldBe: number }
  | { readonly refused: 'taken'; readonly taken: TakenIds }
  | { readonly refused: QuotaExceeded };

/** Ends an import: creates its sites and webhooks, and makes all its asks visible at once. */
export const publishImport = write('imports.publish', function* (input: PublishInput): Operation<PublishOutcome> {
  const { account, at, sites, asks } = input;
  if (!(yield* touchImport(input))) return interrupted;
  const refused = yield* findRefusal(input);
  if (refused) return refused;
  const siteIds = yield* insertSites(account, sites);
  const siteOf = (position: number | null) => (position === null ? null : (siteIds[position] ?? null));
  yield* insertWebhooks(
    account,
    input.webhooks.map((webhook) => ({ ...webhook, site: siteOf(webhook.site) })),
  );
  const published: LoggedAsk[] = [];
  for (const ask of asks) {
    const site = siteOf(ask.site);
    yield* run`
      update askwell_asks set id = ${ask.id}, kind = ${ask.kind}, site_id = ${site}, status = ${ask.status},
        opens_at = ${ask.opensAt}, closes_at = ${ask.closesAt}, keep_days = ${ask.keepDays}, title = ${ask.title},
        created_at = ${ask.createdAt}, updated_at = ${ask.updatedAt}, archived_at = ${ask.archivedAt}
      where seq = ${ask.seq} and account_id = ${account} and kind = 'importing'`;
    yield* publishCodeDefinition(account, ask);
    published.push({ seq: ask.seq, account_id: account, site_id: site });
  }
  yield* forgetDeletedIds(asks.map(({ id }) => id));
  for (const { ask, site } of input.draftSites) yield* setDraftSite(ask, siteOf(site));
  yield* run`delete from askwell_imports where account_id = ${account}`;
  yield* logImport(published, at);
  for (const { seq, notices } of asks)
    if (notices !== null) yield* insertNotice({ account, ask: seq, timing: notices });
  return 'published';
});

/** Assigns an ask its key, unless the code of the host has already created another ask with the key. */
function* publishCodeDefinition(account: number, { kind, seq, codeDefinition }: PublishedAsk): Operation<void> {
  if (!codeDefinition || (yield* selectDefinedId(account, kind, codeDefinition.key))) return;
  yield* insertCodeDefinition({ account, kind, ask: seq }, codeDefinition);
}

function* findRefusal(input: PublishInput): Operation<Exclude<PublishOutcome, 'published'> | undefined> {
  const { account, sites, webhooks, quotas, asks } = input;
  const wouldBe = (yield* countSites(account)) + sites.length;
  if (sites.length > 0 && wouldBe > maxSites) return { refused: 'too_many_sites', wouldBe };
  const exceeded = yield* exceedsWebhooks(account, webhooks.length, quotas);
  if (exceeded) return { refused: exceeded };
  const taken = yield* findTakenIds(input, asks);
  return taken && { refused: 'taken', taken };
}

/** Returns the IDs of the sites, in their order. */
function* insertSites(account: number, sites: readonly PublishedSite[]): Operation<number[]> {
  const ids: number[] = [];
  for (const { name, origins, design, createdAt, updatedAt, version } of sites) {
    const row = yield* one<{ id: number }>`
      insert into askwell_sites (account_id, name, origins, design, created_at, updated_at, version)
      values (${account}, ${name}, ${origins}, ${design}, ${createdAt}, ${updatedAt}, ${version}) returning id`;
    if (row) ids.push(row.id);
  }
  return ids;
}

function* setDraftSite(ask: number, site: number | null): Operation<void> {
  const copy = yield* one<{ draft: string }>`select draft from askwell_working_copies where ask = ${ask}`;
  if (!copy) return;
  const draft = JSON.stringify({ ...JSON.parse(copy.draft), site_id: site });
  yield* run`update askwell_working_copies set draft = ${draft} where ask = ${ask}`;
}

/** Logs the asks of an import, and all answers of each as one range. */
function* logImport(asks: readonly LoggedAsk[], at: Micros): Operation<void> {
  const changes: Change[] = [];
  for (const ask of asks) {
    changes.push(changeOf('ask.created', ask, at));
    const range = yield* one<{ first: string | null; last: string | null }>`
      select min(id) as first, max(id) as last from askwell_answers where ask = ${ask.seq}`;
    if (range?.first && range.last)
      changes.push(changeOf('answer.created', ask, at, toImportedRange(range.first, range.last)));
  }
  yield* logChanges(changes);
}
