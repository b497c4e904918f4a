import { z } from 'zod';
import { timestampWire } from '../api/common-schemas.js';
import { documented } from '../validation/documented.js';
import { answerPrefixes } from './answers/answer-service.js';
import type { After, Ask, AskKind, PublicHead } from './ask-types.js';

/** The schemas of one kind, as far as the kinds do not share them. */
export interface KindWire {
  readonly ask: z.ZodType;
  readonly results: z.ZodType;
  /** An answer as its owner reads it. */
  readonly answer: z.ZodType;
  /** An answer as its visitor is told of it. */
  readonly receipt: z.ZodType;
  /** An answer as it is sent: as JSON, and from a plain form. */
  readonly body: z.ZodType;
  readonly form: z.ZodType;
  /** A line of a CSV export, beneath its header. */
  readonly csv: string;
}

const after = z.object({ message: z.string().nullable(), url: z.string().nullable() }) satisfies z.ZodType<After>;

const status = z.enum(['draft', 'open', 'closed']);
const onePer = z.enum(['browser', 'ip', 'ticket']);
const visibility = z.enum(['always', 'after_answer', 'after_close', 'never']);

/** The id of an ask, in paths and bodies. */
export function askIdWire(kind: AskKind) {
  return z.string().regex(new RegExp(`^${kind}_[0-9a-z]{20}$`));
}

/** The id of an answer. */
function answerIdWire(kind: AskKind) {
  return z.string().regex(new RegExp(`^${answerPrefixes[kind]}[0-9a-z]{20}$`));
}

/** What visitors see of any ask. */
export const publicHeadMembers = (kind: AskKind) => ({
  id: askIdWire(kind),
  title: z.string(),
  description: z.string().nullable(),
  status,
  opens_at: timestampWire.nullable(),
  closes_at: timestampWire.nullable(),
  accepting: z.boolean(),
  one_per: onePer.nullable(),
  allow_change: z.boolean(),
  results_visibility: visibility,
  after: after.nullable(),
  locale: z.string().nullable(),
});

/** What the kinds share when an owner reads them. */
export const askWireMembers = (kind: AskKind) => ({
  ...publicHeadMembers(kind),
  site_id: z.int().nullable(),
  max_answers: z.int().nullable(),
  keep_answers_days: z.int().nullable(),
  answers_count: z.int(),
  created_at: timestampWire,
  updated_at: timestampWire,
  version: z.int(),
});

/** What every kind's results begin with. */
export const askStatusWire = status;

/** What every answer tells its owner. */
export const answerHeadMembers = (kind: AskKind) => ({
  id: answerIdWire(kind),
  voter_ref: z.string().nullable(),
  created_at: timestampWire,
});

/** What visitors may send with any answer. */
export const visitorMembersWire = {
  voter: z.string().min(16).max(200).optional(),
  ticket: z.string().optional(),
};

/** A field of a plain form: once, or repeated. */
export const formField = z.union([z.string(), z.array(z.string())]);

/** What the members mean that all kinds share. */
export const askTexts = {
  title: 'Plain text, shown as text everywhere.',
  description: 'Plain text.',
  site_id: 'The site it belongs to. A key that is scoped to a site creates there and nowhere else.',
  status: 'A draft does not exist for visitors. Moved by its owner alone.',
  opens_at: 'No answers are taken before.',
  closes_at: 'No answers are taken from then on.',
  accepting: 'Whether an answer would be taken right now.',
  max_answers: 'It is full after so many.',
  keep_answers_days: 'Answers older than so many days are deleted; results stay. Null: all are kept.',
  one_per: 'How a second answer by the same visitor is told.',
  allow_change: 'Whether a second answer replaces the first; needs `one_per`.',
  results_visibility: 'When visitors see results.',
  after: 'What is shown, and where the visitor goes, after answering.',
  locale: 'A language tag like `en` or `pt-BR`: the words and the direction of what visitors see.',
  version: 'Moves with the definition alone. It is the `ETag` too.',
};

/** What the members of answers mean. */
export const answerTexts = {
  voter_ref: 'Tells one visitor’s answers to this ask from another’s. Null where nothing tells them.',
};

/** What visitors send along. */
export const visitorTexts = {
  voter: 'Made and kept by the browser; tells visitors apart with `one_per` “browser”.',
  ticket: 'One of the codes that were made for it; needed with `one_per` “ticket”.',
};

/** An ask that was just made, as visitors see it. */
export function publicExample(kind: AskKind, title: string): PublicHead {
  return {
    id: askIds[kind],
    title,
    description: null,
    status: 'open',
    opens_at: null,
    closes_at: null,
    accepting: true,
    one_per: null,
    allow_change: false,
    results_visibility: 'never',
    after: null,
    locale: null,
  };
}

/** The same, as its owner reads it. */
export function askExample(kind: AskKind, title: string): Ask {
  return {
    ...publicExample(kind, title),
    site_id: null,
    max_answers: null,
    keep_answers_days: null,
    answers_count: 0,
    created_at: '2026-01-31T09:06:00.500127Z',
    updated_at: '2026-01-31T09:06:00.500127Z',
    version: 1,
  };
}

const askIds = {
  poll: 'poll_m3x8q1v7c2k9t4w6r0zb',
  quiz: 'quiz_h7n2b5y9d1s4f8j3g6pa',
  form: 'form_e4u9i2o7l5z1x8c3v6mq',
} as const satisfies Record<AskKind, string>;

/** Ids that stand in examples. */
export const exampleIds = { ask: askIds, answer: '0mi2k4t8r7q3w9e1y5up' };

/** What the path of one ask names. */
export function askIdParam(kind: AskKind) {
  return askIdWire(kind).register(documented, { description: `The id of the ${kind}.`, examples: [askIds[kind]] });
}

/** What the path of one answer names. */
export function answerIdParam(kind: AskKind) {
  const prefix = answerPrefixes[kind];
  const description = `The id of the ${prefix.slice(0, -1)}.`;
  return answerIdWire(kind).register(documented, { description, examples: [prefix + exampleIds.answer] });
}
