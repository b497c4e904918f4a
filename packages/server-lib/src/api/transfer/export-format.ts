import { z } from 'zod';
import type { Micros } from '../../base/clock.js';
import { boundedArray, boundedRecord, checkedLater } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { rawText, requiredText, text } from '../../base/validation/text.js';
import { parseTime } from '../../base/validation/time.js';
import { maxTags } from '../../core/answers/note-schema.js';
import { isDefinitionKey } from '../../core/asks/code-definition.js';
import { maxKeyLength } from '../../core/asks/limits.js';
import { answerPrefixes } from '../../core/ids.js';
import { maxDraftLength } from '../../core/limits.js';
import { designDraft } from '../../core/schemas/design-schema.js';
import { maxReferenceLength } from '../../core/schemas/ticket-schema.js';
import { noticeTimings } from '../../events/notifications/notice-timing.js';
import { eventTypeSchema, eventTypes } from '../../events/webhooks/event-types.js';
import { maxWriteInLength } from '../../kinds/inputs/choice.js';
import { idPattern } from '../../kinds/inputs/option-list.js';
import { externalIdSchema } from '../../owners/accounts/host-user.js';
import { maxOrigins } from '../../owners/sites/site-schema.js';
import type { AskKind } from '../../shared/contract/ask-types.js';

/** The value of `format` in the first line of an export. */
export const exportFormat = 'askwell-export';

/** The version of the format. A file of a later version is refused. */
export const exportVersion = 1;

/** The media type of an export: one JSON document per line. */
export const exportMediaType = 'application/x-ndjson';

/** Returns the file name of an export that is made at a time. */
export function exportFileName(at: Micros): string {
  return `askwell-export-${new Date(at / 1000).toISOString().slice(0, 10)}.jsonl`;
}

/** The number of items of each type in an export. */
export interface TransferCounts {
  sites: number;
  webhooks: number;
  polls: number;
  quizzes: number;
  forms: number;
  answers: number;
  tickets: number;
}

/** Returns counts of zero. */
export function createCounts(): TransferCounts {
  return { sites: 0, webhooks: 0, polls: 0, quizzes: 0, forms: 0, answers: 0, tickets: 0 };
}

/** The member of {@link TransferCounts} for each kind of ask. */
export const countOfKind = { poll: 'polls', quiz: 'quizzes', form: 'forms' } as const satisfies Record<
  AskKind,
  keyof TransferCounts
>;

/** The maximum length of a text in a line. Texts of sites and webhooks are shorter, and their schemas check them later. */
const maxLineText = 5_000;

const lastSecond = 253_402_300_799;

/** A time that the database can store. */
const time = timestampSchema.refine((value) => (parseTime(value) ?? -1) >= 0);
const micros = z
  .int()
  .min(0)
  .max(lastSecond * 1_000_000);
const bytes = z.string().regex(/^[0-9a-f]{32}$/);
const count = z.int().min(0);
const positive = z.int().min(1);

export const headerLine = z.strictObject({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  exported_at: time,
  account: z.strictObject({ name: rawText(1_000), email: rawText(1_000) }),
  /** The fingerprint of the secret. Null if the database has no secret. */
  secret: bytes.nullable(),
});

export const siteLine = z.strictObject({
  type: z.literal('site'),
  id: positive,
  name: rawText(maxLineText),
  origins: boundedArray(rawText(maxLineText), { max: maxOrigins }),
  /** Absent in exports of earlier versions. */
  design: designDraft.nullable().default(null),
  created_at: time,
  updated_at: time,
  /** Absent in exports of earlier versions. */
  version: positive.default(1),
});

/** A webhook, without its secret. */
export const webhookLine = z.strictObject({
  type: z.literal('webhook'),
  url: rawText(maxLineText),
  description: rawText(maxLineText).nullable(),
  types: boundedArray(eventTypeSchema, { max: eventTypes.length }),
  site_id: positive.nullable(),
  enabled: z.boolean(),
  created_at: time,
  updated_at: time,
});

/** The maximum number of members of a definition, rounded up. */
const maxDraftMembers = 100;

/** The maximum number of parts of a definition, rounded up. */
const maxParts = 60_000;

/** The stored facts about a definition in the code of the host. */
const codeDefinition = z.strictObject({
  key: rawText(maxKeyLength).refine(isDefinitionKey),
  digest: z.string().regex(/^[\w-]{43}$/),
  members: boundedArray(rawText(100), { max: maxDraftMembers }),
  texts: boundedRecord(rawText(200), rawText(maxLineText), { max: maxParts }),
});

/** A poll, quiz or form. `definition` would create it. `numbers` has values that are not in a definition. */
export const askLine = z.strictObject({
  type: z.enum(['poll', 'quiz', 'form']),
  id: z.string().regex(/^(poll|quiz|form)_[0-9a-z]{20}$/),
  version: positive,
  created_at: time,
  updated_at: time,
  /** Absent in exports of earlier versions. */
  archived_at: time.nullable().default(null),
  /** When the owner gets notices of new answers. Absent if never. */
  notices: z.enum(noticeTimings).optional(),
  /** Absent if the code of the host does not define the ask. */
  code_definition: codeDefinition.optional(),
  definition: checkedLater('`kind.draft`'),
  numbers: checkedLater('the `withNumbers` of the kind'),
});

/** Changes of the ask that were not published. They may be incomplete, so they are not validated as a definition. */
const unpublishedChangesLine = z.strictObject({
  type: z.literal('unpublished_changes'),
  draft: boundedRecord(rawText(maxLineText), checkedLater('the `checkDraft` of the kind'), {
    max: maxDraftMembers,
  }).refine((draft) => !Object.hasOwn(draft, 'status') && JSON.stringify(draft).length <= maxDraftLength),
  base_version: positive,
  updated_at: time,
});

/** The results of purged answers. */
const purgedResultLine = z.strictObject({
  type: z.literal('purged_result'),
  bucket: rawText(2_000).min(1),
  count: z.int(),
});

/** A visitor whose answers were purged, and the number of these answers. */
const purgedVoterLine = z.strictObject({ type: z.literal('purged_voter'), voter_ref: bytes, count: positive });

/** A ticket. The optional members are absent if they were not stored. */
const ticketLine = z.strictObject({
  type: z.literal('ticket'),
  voter_ref: bytes,
  /** The position in the order in which tickets were created. */
  number: positive.optional(),
  /** The first characters of the code. */
  code_start: z
    .string()
    .regex(/^[0-9A-Za-z]{4}$/)
    .optional(),
  reference: requiredText(maxReferenceLength).optional(),
  created_at: time.optional(),
});

/** The last start of a quiz by a visitor. */
const startLine = z.strictObject({
  type: z.literal('start'),
  voter_ref: bytes,
  count,
  pool: z.int().min(0).max(0xffff_ffff),
  issued_at: micros,
  token: bytes,
});

/** A start of a quiz that an attempt has used. */
const usedStartLine = z.strictObject({ type: z.literal('used_start'), token: bytes });

/** The answer to a question that was checked before the attempt was submitted. */
const checkedAnswerLine = z.strictObject({
  type: z.literal('checked_answer'),
  token: bytes,
  question: z.string().regex(idPattern),
  answer: checkedLater('the `checkQuestion` of the kind'),
  started_at: micros,
});

const answerLine = z.strictObject({
  type: z.literal('answer'),
  id: z.string().regex(new RegExp(`^(${Object.values(answerPrefixes).join('|')})[0-9a-z]{20}$`)),
  created_at: time,
  /** Absent if the answer never changed. */
  updated_at: time.optional(),
  voter_ref: bytes.nullable(),
  /** The number of the answer among the answers of the visitor that count for `one_per`. Null if it does not count. */
  nth: z.int().min(0).max(1_000_000_000).nullable(),
  body: checkedLater('the `checkBody` of the kind'),
  /** The host's own ID of the user who gave it. Absent if it is not stored. */
  respondent: externalIdSchema.optional(),
  /** Absent if it is unknown. */
  language: rawText(35).optional(),
  /** The tags of the answer. Absent if it has no tags. */
  tags: boundedArray(rawText(maxLineText), { max: maxTags }).optional(),
  note: rawText(maxLineText).optional(),
});

/** The spelling in which results show a write-in. */
const writeInLine = z.strictObject({
  type: z.literal('write_in'),
  /** The ID of the field; empty for a poll. */
  input: rawText(40),
  text: text(maxWriteInLength),
});

/** The lines that belong to the preceding ask, in their order in the file. */
export const rowLine = z.discriminatedUnion('type', [
  unpublishedChangesLine,
  purgedResultLine,
  purgedVoterLine,
  ticketLine,
  startLine,
  usedStartLine,
  checkedAnswerLine,
  answerLine,
  writeInLine,
]);

export const endLine = z.strictObject({
  type: z.literal('end'),
  sites: count,
  /** Absent in exports of earlier versions. */
  webhooks: count.default(0),
  polls: count,
  quizzes: count,
  forms: count,
  answers: count,
  tickets: count,
});

export type HeaderLine = z.infer<typeof headerLine>;
export type SiteLine = z.infer<typeof siteLine>;
export type WebhookLine = z.infer<typeof webhookLine>;
export type AskLine = z.infer<typeof askLine>;
export type RowLine = z.infer<typeof rowLine>;
export type EndLine = z.infer<typeof endLine>;
export type ExportLine = HeaderLine | SiteLine | WebhookLine | AskLine | RowLine | EndLine;
