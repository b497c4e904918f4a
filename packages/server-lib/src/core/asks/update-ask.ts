import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Changes } from '../../shared/contract/ask-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectCounters } from '../answers/answer-queries.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { TranslatedFrom } from '../languages/validate-translations.js';
import { type Quotas, quotaError } from '../quotas.js';
import { type AskContent, type AskUpdateOutcome, type PublishedCopy, updateAsk } from './ask-queries.js';
import { resolveSite, unknownSiteError } from './ask-site.js';
import { checkEditorRules, toJsonDefinition } from './check-editor-rules.js';
import type { CodeDefinition } from './code-definition.js';
import { checkImages, type ImageHosts } from './image-hosts.js';
import type { Definition, StoredAsk } from './stored-ask.js';
import { toSharedDraft, type ValidDefinition, validateDefinition } from './validate-definition.js';

export interface UpdateAskOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly quotas: Quotas;
  readonly imageHosts: ImageHosts | undefined;
}

/** An update by a definition in the code of the host. */
export interface CodeUpdate {
  readonly definition: CodeDefinition;
  /** The paths of parts without an explicit ID that would get another text. */
  readonly renamed: readonly string[];
}

/** What an update comes from, unless it is a request that changes members. */
export interface UpdateSource {
  readonly code?: CodeUpdate | null;
  readonly publishes?: PublishedCopy | null;
  /** The texts that a translator has seen. */
  readonly translatedFrom?: TranslatedFrom | undefined;
}

/** Why an update was refused. */
export type UpdateRefusal = Exclude<AskUpdateOutcome, 'updated'> & {
  /** The member that cannot change once there are answers. */
  readonly immutable: string | undefined;
};

/** Creates a function that updates an ask once. It refuses as `stale` if the ask was changed since `before` was read. */
export function createUpdateAsk<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, quotas, imageHosts }: UpdateAskOptions,
) {
  return async (
    scope: Scope,
    before: StoredAsk<Own>,
    changes: Changes<Draft>,
    { code = null, publishes = null, translatedFrom }: UpdateSource = {},
  ): Promise<'updated' | 'same' | UpdateRefusal> => {
    const draft = applyChanges(kind.toDraft(before.own, toSharedDraft(before)), changes);
    const faults = new Faults();
    const counters = await store.read(selectCounters(before.seq));
    const valid = validateDefinition(kind, draft, before, faults, {
      hasAnswers: (counters?.answers ?? 0) > 0,
      translatedFrom,
    });
    checkImages(valid.definition.own, before.own, imageHosts, faults);
    const site = resolveSite(scope, draft.site_id, faults);
    if (scope.rules) {
      const changed = {
        before: toJsonDefinition(kind, before),
        after: toJsonDefinition(kind, { ...valid, ...valid.definition, site }),
      };
      checkEditorRules(scope.rules, kind, changed, faults);
    }
    if (faults.any) throw faults.toError();
    if (breaksAnonymity(before, valid)) throw new AskwellError('conflict', anonymityBroken);
    const content = toContent(valid, site);
    if (isSame(content, toStoredContent(before))) return 'same';
    const { own } = valid.definition;
    const items = kind.referencedItems(own);
    const remaining = new Set(items.map(({ bucket }) => bucket));
    const renamed = new Set(code?.renamed);
    const open = new Set(kind.writeInInputs(own));
    const [immutable] = immutableChanges(kind, before, valid);
    const outcome = await store.run(updateAsk, {
      ...content,
      account: scope.account,
      seq: before.seq,
      fromVersion: before.version,
      removedItems: kind.referencedItems(before.own).filter(({ bucket }) => !remaining.has(bucket)),
      closedInputs: kind.writeInInputs(before.own).filter((input) => !open.has(input)),
      renamedItems: items.filter(({ path }) => renamed.has(path)),
      refuseIfAnswered: immutable !== undefined,
      codeDefinition: code?.definition ?? null,
      publishes,
      at: clock.now(),
      quotas,
    });
    return outcome === 'updated' ? outcome : { ...outcome, immutable };
  };
}

/** Returns the columns that store a definition. */
export function toContent(
  { title, status, opensAt, closesAt, keepDays, definition }: ValidDefinition<unknown>,
  site: number | null,
): AskContent {
  return { site, status, opensAt, closesAt, keepDays, title, definition: JSON.stringify(definition) };
}

function toStoredContent({ terms, own, site, ...ask }: StoredAsk<unknown>): AskContent {
  return toContent({ ...ask, definition: { terms, own } }, site);
}

function isSame(a: AskContent, b: AskContent): boolean {
  const { definition, ...rest } = a;
  const { definition: otherDefinition, ...otherRest } = b;
  // The text has up to 256 KB, and would otherwise be escaped only for the comparison.
  return definition === otherDefinition && JSON.stringify(rest) === JSON.stringify(otherRest);
}

/** In-process callers may pass members that are undefined. They count as absent. */
function applyChanges<Draft>(draft: Draft, changes: Changes<Draft>): Draft {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.assign({}, draft, Object.fromEntries(present));
}

/** Returns the members that cannot change once there are answers, and that an update changes. */
export function immutableChanges<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  before: StoredAsk<Own>,
  { definition }: ValidDefinition<Own>,
): string[] {
  // Visitors were informed about `anonymous` when they answered.
  const membersOf = ({ terms, own }: Definition<Own>): Record<string, unknown> => ({
    one_per: terms.one_per,
    anonymous: terms.anonymous,
    ...kind.immutableMembers(own),
  });
  const [current, changed] = [membersOf(before), membersOf(definition)];
  return Object.entries(current)
    .filter(([path, value]) => path in changed && JSON.stringify(value) !== JSON.stringify(changed[path]))
    .map(([path]) => path);
}

const anonymityBroken =
  '`anonymous` can become false only while the status is `draft`: visitors may have a page open that says the contrary. Copy it instead.';

/** Returns whether an update would store the users of answers although open pages say that answers are anonymous. */
export function breaksAnonymity(
  { status, terms }: Pick<StoredAsk<unknown>, 'status' | 'terms'>,
  { definition }: ValidDefinition<unknown>,
): boolean {
  return status !== 'draft' && terms.anonymous && !definition.terms.anonymous;
}

/** Returns the error of an update by a request. */
export function updateError(outcome: UpdateRefusal): AskwellError {
  if (typeof outcome.refused === 'object') return quotaError(outcome.refused);
  switch (outcome.refused) {
    case 'unknown':
      return new AskwellError('not_found');
    case 'unknown_site':
      return unknownSiteError();
    case 'item_has_answers':
    case 'item_renamed':
      return new AskwellError('conflict', `\`${outcome.path}\` cannot be removed: it has answers.`);
    case 'input_has_write_ins': {
      const path = outcome.input === '' ? 'other' : `fields.${outcome.input}.other`;
      return new AskwellError('conflict', `\`${path}\` cannot be set to false: there are write-in answers.`);
    }
    default:
      return new AskwellError('conflict', `\`${outcome.immutable}\` cannot change once there are answers.`);
  }
}
