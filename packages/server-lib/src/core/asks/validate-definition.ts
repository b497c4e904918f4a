import { formatTimestamp, type Micros } from '../../base/clock.js';
import type { Faults } from '../../base/faults/faults.js';
import { parseTime } from '../../base/validation/time.js';
import { completeDesign } from '../../owners/sites/site-design.js';
import type { AskDraft, AskStatus, AskWords, AskWordsDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { findTexts } from '../../shared/translations/text-shape.js';
import type { KindDefinition } from '../kind-definition.js';
import { noTranslations, type TranslatedFrom, validateTranslations } from '../languages/validate-translations.js';
import { maxDraftLength, maxViewSize } from '../limits.js';
import { largestChoiceCount } from '../results/largest-counts.js';
import { maxTimelineHours } from '../results/timeline.js';
import type { Definition, StoredAsk, Terms } from './stored-ask.js';

/** Enough bytes for the IDs, times and member names that every view has. */
const envelopeSize = 2_000;
const timelineSize =
  maxTimelineHours * (JSON.stringify({ at: formatTimestamp(0), count: largestChoiceCount }).length + 1);

/** A complete definition, with defaults applied. */
export interface ValidDefinition<Own> {
  readonly title: string;
  readonly status: AskStatus;
  readonly opensAt: Micros | null;
  readonly closesAt: Micros | null;
  readonly keepDays: number | null;
  readonly definition: Definition<Own>;
}

/** What a validation depends on besides the definitions. */
export interface ValidationContext {
  readonly hasAnswers?: boolean;
  /** The texts that a translator has seen. */
  readonly translatedFrom?: TranslatedFrom | undefined;
}

/**
 * Validates a draft and applies defaults. Assigns IDs and adds faults for members that contradict each other.
 *
 * @param before The current definition when an ask is updated.
 */
export function validateDefinition<Draft extends AskDraft, Own, Body>(
  kind: KindDefinition<Draft, Own, Body>,
  draft: Draft,
  before: StoredAsk<Own> | undefined,
  faults: Faults,
  { hasAnswers = false, translatedFrom }: ValidationContext = {},
): ValidDefinition<Own> {
  const opensAt = parseMicros(draft.opens_at);
  const closesAt = parseMicros(draft.closes_at);
  const keepDays = draft.keep_answers_days ?? null;
  const terms: Terms = {
    description: draft.description ?? null,
    max_answers: draft.max_answers ?? null,
    one_per: draft.one_per === undefined ? kind.defaults.one_per : draft.one_per,
    allow_change: draft.allow_change ?? false,
    anonymous: draft.anonymous ?? true,
    results_visibility: draft.results_visibility ?? kind.defaults.results_visibility,
    after: draft.after ? { message: draft.after.message ?? null, url: draft.after.url ?? null } : null,
    words: draft.words ? completeWords(draft.words) : null,
    locale: draft.locale ?? null,
    design: draft.design ? completeDesign(draft.design) : null,
    ...noTranslations,
  };
  if (opensAt !== null && closesAt !== null && closesAt <= opensAt)
    faults.add('closes_at', fault('not_after', { field: 'opens_at' }));
  if (terms.allow_change && terms.one_per === null) faults.add('allow_change', fault('needs_one_per'));
  if (!terms.anonymous && terms.one_per !== 'user') faults.add('anonymous', fault('needs_user'));
  const own = kind.validate(draft, before?.own, faults, hasAnswers);
  const valid = {
    title: draft.title,
    status: draft.status ?? 'open',
    opensAt,
    closesAt,
    keepDays,
    definition: { terms, own },
  };
  // Translations refer to the IDs and texts of a complete definition. Measuring is expensive and pointless for a draft that is refused anyway.
  if (faults.any) return valid;
  const texts = () => findTexts(kind.textShape, kind.toDraft(own, toSharedDraft({ ...valid, terms, site: null })));
  const translated = {
    ...terms,
    ...validateTranslations(draft, texts, { before: before?.terms, translatedFrom }, faults),
  };
  if (!faults.any) checkTranslatedSize(kind, { ...valid, terms: translated, own }, faults);
  if (!faults.any) checkViewSize(kind, { title: draft.title, terms: translated, own }, before, faults);
  return { ...valid, definition: { terms: translated, own } };
}

/** Returns the shared part of an ask as a draft that would create it. */
export function toSharedDraft({
  title,
  status,
  opensAt,
  closesAt,
  keepDays,
  site,
  terms: { sources: _, ...terms },
}: Pick<StoredAsk<unknown>, 'title' | 'status' | 'opensAt' | 'closesAt' | 'keepDays' | 'site' | 'terms'>): AskDraft {
  return {
    ...terms,
    languages: [...terms.languages],
    title,
    status,
    site_id: site,
    opens_at: opensAt === null ? null : formatTimestamp(opensAt),
    closes_at: closesAt === null ? null : formatTimestamp(closesAt),
    keep_answers_days: keepDays,
  };
}

/** Returns words with all members. */
function completeWords({
  submit = null,
  next = null,
  back = null,
  start = null,
  required = null,
  thanks = null,
  closed = null,
  already_answered = null,
}: AskWordsDraft): AskWords {
  return { submit, next, back, start, required, thanks, closed, already_answered };
}

function parseMicros(time: string | null | undefined): Micros | null {
  return time ? (parseTime(time) ?? null) : null;
}

/** Adds a fault if a definition with translations is larger than a draft can be. */
function checkTranslatedSize<Draft extends AskDraft, Own>(
  kind: Pick<KindDefinition<Draft, Own, never>, 'toDraft'>,
  { own, ...shared }: Omit<Parameters<typeof toSharedDraft>[0], 'site'> & { readonly own: Own },
  faults: Faults,
): void {
  if (shared.terms.languages.length === 0) return;
  const draft = kind.toDraft(own, toSharedDraft({ ...shared, site: null }));
  if (JSON.stringify(draft).length > maxDraftLength)
    faults.add('translations', fault('definition_too_large', { max: maxDraftLength }));
}

type MeasuredKind<Own> = Pick<KindDefinition<never, Own, never>, 'contentMember' | 'largestView' | 'largestResults'>;

/** The parts of a definition that its view depends on. */
interface ViewedDefinition<Own> {
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
}

/**
 * Adds a fault if the view of a definition can exceed {@link maxViewSize}, including the results that visitors may see. A
 * definition that exceeded it before the limit existed can be changed as long as it does not grow.
 */
function checkViewSize<Own>(
  kind: MeasuredKind<Own>,
  definition: ViewedDefinition<Own>,
  before: ViewedDefinition<Own> | undefined,
  faults: Faults,
): void {
  if (measure(kind, definition, maxViewSize) <= maxViewSize) return;
  const sizeBefore = before === undefined ? 0 : measure(kind, before);
  if (sizeBefore > maxViewSize && measure(kind, definition, sizeBefore) <= sizeBefore) return;
  const isHidden = definition.terms.results_visibility === 'never';
  faults.add(kind.contentMember, fault(isHidden ? 'view_too_large' : 'view_with_results_too_large'));
}

/** Returns the size of the largest view in bytes. Stops counting above the limit. */
function measure<Own>(
  kind: MeasuredKind<Own>,
  viewed: ViewedDefinition<Own>,
  limit = Number.POSITIVE_INFINITY,
): number {
  let size = envelopeSize + (viewed.terms.results_visibility === 'never' ? 0 : timelineSize);
  for (const part of partsOf(kind, viewed)) {
    size += Buffer.byteLength(JSON.stringify(part));
    if (size > limit) break;
  }
  return size;
}

function* partsOf<Own>(kind: MeasuredKind<Own>, { title, terms, own }: ViewedDefinition<Own>): Generator<object> {
  yield { title, terms };
  yield* kind.largestView(own);
  if (terms.results_visibility === 'never') return;
  // A translation can be longer than its text, and results contain it once more.
  yield terms.translations;
  yield* kind.largestResults(own);
}
