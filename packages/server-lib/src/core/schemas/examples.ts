import { documented } from '../../base/validation/documented.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Ask, AskHead, PublicHead } from '../../shared/contract/resources.js';
import { answerPrefixes } from '../ids.js';
import { answerIdSchema } from './answer-schema.js';
import { askIdSchema } from './ask-schema.js';

/** Returns an ask that was just created, as visitors see it. */
export function publicExample(kind: AskKind, title: string): PublicHead {
  return { ...headExample(kind, title), untranslated: [], sign_in_url: null };
}

function headExample(kind: AskKind, title: string): AskHead {
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
    anonymous: true,
    results_visibility: 'never',
    after: null,
    words: null,
    design: null,
    locale: null,
    languages: [],
  };
}

/** Returns an ask that was just created, as its owner sees it. */
export function askExample(kind: AskKind, title: string): Ask {
  return {
    ...headExample(kind, title),
    site_id: null,
    max_answers: null,
    keep_answers_days: null,
    answers_count: 0,
    created_at: '2026-01-31T09:06:00.500127Z',
    updated_at: '2026-01-31T09:06:00.500127Z',
    version: 1,
    translations: {},
  };
}

const askIds = {
  poll: 'poll_m3x8q1v7c2k9t4w6r0zb',
  quiz: 'quiz_h7n2b5y9d1s4f8j3g6pa',
  form: 'form_e4u9i2o7l5z1x8c3v6mq',
} as const satisfies Record<AskKind, string>;

/** The IDs in examples. */
export const exampleIds = { ask: askIds, answer: '0mi2k4t8r7q3w9e1y5up' };

/** The path parameters that name an ask. */
export const askIdParams = { poll: askIdParam('poll'), quiz: askIdParam('quiz'), form: askIdParam('form') };

function askIdParam(kind: AskKind) {
  return askIdSchema(kind).register(documented, { description: `The ID of the ${kind}.`, examples: [askIds[kind]] });
}

/** The path parameter that names an answer. */
export function answerIdParam(kind: AskKind) {
  const prefix = answerPrefixes[kind];
  const description = `The ID of the ${prefix.slice(0, -1)}.`;
  return answerIdSchema(kind).register(documented, { description, examples: [prefix + exampleIds.answer] });
}
