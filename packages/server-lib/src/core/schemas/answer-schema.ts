import { z } from 'zod';
import { boundedArray, checkedLater } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { publicBodyLimit } from '../../http/limits.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { noteMembers } from '../answers/note-schema.js';
import { answerPrefixes } from '../ids.js';

/** The ID of an answer. */
export function answerIdSchema(kind: AskKind) {
  return z.string().regex(new RegExp(`^${answerPrefixes[kind]}[0-9a-z]{20}$`));
}

const voter_ref = described(
  z.string().nullable(),
  'The same for all answers of one visitor to one ask. Null if the visitor was not recognized.',
);

const respondent = described(
  z.string().nullable(),
  'Your app’s own ID of the user who gave the answer. Null with `anonymous: true`.',
);

const language = described(
  z.string().nullable(),
  'The language in which the visitor was asked, such as `de` or `pt-BR`. Null if it is unknown.',
);

const updated_at = described(
  timestampSchema,
  'When the visitor changed the answer, or it was graded again. Equals `created_at` if neither happened.',
);

/** The members of an answer that its owner sees. */
export const answerHeadMembers = (kind: AskKind) => ({
  id: answerIdSchema(kind),
  voter_ref,
  respondent,
  language,
  created_at: timestampSchema,
  updated_at,
  ...noteMembers,
});

component(
  'AnswerHead',
  z.object({
    id: z.string(),
    voter_ref,
    respondent,
    language,
    created_at: timestampSchema,
    updated_at,
    ...noteMembers,
  }),
  { description: 'The members of votes, attempts and submissions that their owners see.', only: 'types' },
);

/** The maximum length of a `voter` of a browser. Tickets and tokens of starts are shorter. */
export const maxTokenLength = 200;

/** The maximum length of a `voter` that `askwell.voterOf` returned: a user ID of 255 characters in base64url, and the signature. */
export const maxSignedVoterLength = 1_100;

/** The members of any answer that a visitor sends. */
export const visitorMemberSchemas = {
  voter: described(
    rawText(maxSignedVoterLength).min(16).optional(),
    'Text of 16 to 200 characters that the browser generates and stores, which recognizes the visitor with `one_per: "browser"`. Or the text that `askwell.voterOf` returned for a user of your app.',
  ),
  ticket: described(
    rawText(maxTokenLength).optional(),
    'One of the codes of the ask. Required with `one_per: "ticket"`.',
  ),
};

component('VisitorDraft', z.strictObject(visitorMemberSchemas), {
  description: 'The members that can be sent with any answer.',
  only: 'types',
});

/** The schema of a text in a field. Each kind checks the exact limits. */
const fieldText = rawText(publicBodyLimit);
const maxRepeated = 2_000;

/** A field of an HTML form, single or repeated. */
export const formField = z.union([fieldText, boundedArray(fieldText, { max: maxRepeated })]);

/**
 * A field whose name depends on the definition. Generated clients need it to accept any value: in TypeScript, the type of an index
 * signature has to include the types of all named members.
 */
export const otherField = checkedLater('the parser of form fields of the kind');
