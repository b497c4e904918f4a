import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray, boundedRecord } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described, translatable } from '../../base/validation/documented.js';
import { rawText, requiredText, text } from '../../base/validation/text.js';
import { timeSchema } from '../../base/validation/time.js';
import { webUrl } from '../../base/validation/web-url.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskTranslation } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { translationSchema } from '../languages/text-shape-of.js';
import { design, designDraft, designText } from './design-schema.js';
import { askWords, askWordsDraft, wordsText } from './words-schema.js';

/** The maximum length of a title. */
export const maxTitleLength = 300;

export const maxLocaleLength = 35;

/** The maximum number of languages of an ask. */
export const mostLanguages = 24;

/** Text for visitors up to 5,000 characters. An empty one is stored as null. */
export const longText = translatable(text(5_000)).transform((value) => (value === '' ? null : value));

export const askStatus = component('AskStatus', z.enum(['draft', 'open', 'closed']), {
  description: 'Visitors cannot see drafts. The server never changes the status.',
});

const onePer = component('OnePer', z.enum(['browser', 'ip', 'ticket', 'user']), {
  description: 'How the server recognizes a visitor who answers again.',
});

const resultsVisibility = component('ResultsVisibility', z.enum(['always', 'after_answer', 'after_close', 'never']), {
  description: 'When visitors can see the results.',
});

/** How texts of authors can be written. */
export const markdownText = 'In a subset of Markdown: paragraphs, emphasis, strong text, code, links and lists.';

const afterMembers = {
  message: described(longText.nullable(), markdownText, null),
  url: described(
    webUrl.nullable(),
    'HTTP or HTTPS URL. Without a message, visitors go there after they answer. With a message, it is a link below it.',
    null,
  ),
};
const after = component('After', z.object(afterMembers), {
  description: 'What visitors see after they answer.',
});
const afterDraft = component('AfterDraft', z.strictObject(afterMembers).partial(), {
  description: 'What visitors see after they answer.',
});

const opensAt = 'Answers are accepted from this time.';
const closesAt = 'Answers are accepted until this time. Must be later than `opens_at`.';
const afterText = 'The message that visitors see after they answer, and the URL to which they go.';

const localeTag = rawText(maxLocaleLength, fault('invalid_locale')).refine(isLocale, {
  error: faultMessage(fault('invalid_locale')),
});
const languagesText =
  'The languages that visitors can choose, as BCP 47 language tags. The first one is the language of the texts of this definition, and `translations` has the texts in the others. Empty: the ask has one language.';

/** Returns the member with the translations of a definition. */
export function translationsMember<Translation>(translation: z.ZodType<Translation>) {
  return described(
    boundedRecord(rawText(maxLocaleLength), translation, { max: mostLanguages }),
    'The texts in the other `languages`, by language. Visitors see texts without a translation in the first language.',
    {},
  );
}

/** The members of an ask that its author sets. In an update, absent members keep their values and null clears them. */
export const authorMembers = {
  title: described(translatable(requiredText(maxTitleLength)), 'Plain text.'),
  description: described(longText.nullable(), markdownText, null),
  site_id: described(
    z.int().positive().nullable(),
    'The site of the ask. The default for a site key is its own site, the only one in which it can create asks.',
    null,
  ),
  status: described(askStatus, 'Visitors cannot see drafts. The server never changes the status.', 'open'),
  opens_at: described(timeSchema.nullable(), opensAt, null),
  closes_at: described(timeSchema.nullable(), closesAt, null),
  max_answers: described(z.int().min(1).max(1_000_000_000).nullable(), 'Maximum number of answers.', null),
  keep_answers_days: described(
    z.int().min(1).max(3_650).nullable(),
    'Answers are deleted after this number of days. Results are kept.',
    null,
  ),
  one_per: described(onePer.nullable(), 'How the server recognizes a visitor who answers again.'),
  allow_change: described(z.boolean(), 'A second answer replaces the first one. Requires `one_per`.', false),
  anonymous: described(
    z.boolean(),
    'Whether answers are stored without the user who gave them. If false, each answer has its `respondent`, and visitors see a note before they answer. Requires `one_per: "user"`. Cannot change once there are answers.',
    true,
  ),
  results_visibility: described(resultsVisibility, 'When visitors can see the results.'),
  after: described(afterDraft.nullable(), afterText, null),
  words: described(askWordsDraft.nullable(), wordsText, null),
  design: described(designDraft.nullable(), designText, null),
  locale: described(
    localeTag.nullable(),
    'The language of the ask: a BCP 47 language tag such as `en` or `pt-BR`. If there are `languages`, visitors get the language in which they see the ask.',
    null,
  ),
  languages: described(boundedArray(localeTag, { max: mostLanguages }), languagesText, []),
};

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The ID of an ask, in paths and bodies. */
export function askIdSchema(kind: AskKind) {
  return z.string().regex(new RegExp(`^${kind}_[0-9a-z]{20}$`));
}

const { title, description, one_per, allow_change, anonymous, results_visibility, locale, languages } = authorMembers;
/** The members that visitors and owners see. */
const sharedMembers = {
  title,
  description,
  status: authorMembers.status,
  opens_at: described(timestampSchema.nullable(), opensAt),
  closes_at: described(timestampSchema.nullable(), closesAt),
  accepting: described(z.boolean(), 'True if an answer would be accepted now.'),
  one_per,
  allow_change,
  anonymous,
  results_visibility,
  after: described(after.nullable(), afterText),
  words: described(askWords.nullable(), wordsText),
  design: described(design.nullable(), designText),
  locale,
  languages,
};

/** The members that only visitors see. */
const visitorMembers = {
  untranslated: described(
    z.array(z.string()),
    'The paths of the texts that are in the first of the `languages`, because they have no translation into `locale`.',
  ),
  sign_in_url: described(
    z.string().nullable(),
    'The sign-in page of the app, with `{next}` in place of the percent-encoded URL to return to. Null unless `one_per` is "user" and the app has named the page.',
  ),
};

const { site_id, max_answers, keep_answers_days } = authorMembers;
const ownerMembers = {
  site_id,
  max_answers,
  keep_answers_days,
  answers_count: described(z.int(), 'Number of answers, including disqualified ones.'),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  version: described(z.int(), 'Increases when the definition changes, but not when answers arrive. Also the `ETag`.'),
};

/** The members of an ask that visitors see. */
export const publicHeadMembers = (kind: AskKind) => ({ id: askIdSchema(kind), ...sharedMembers, ...visitorMembers });

/** The members of an ask that its owner sees. */
export const askMembers = (kind: AskKind) => ({ id: askIdSchema(kind), ...sharedMembers, ...ownerMembers });

const askHead = z.object({ id: z.string(), ...sharedMembers });
component('AskHead', askHead, {
  description: 'The members of polls, quizzes and forms that visitors and owners see.',
  only: 'types',
});
component('PublicHead', askHead.extend(visitorMembers), {
  description: 'The members of polls, quizzes and forms that visitors see.',
  extends: ['AskHead'],
  only: 'types',
});
const askTranslation = component(
  'AskTranslation',
  translationSchema<AskTranslation>(z.object({ title, description, after: authorMembers.after })),
  { description: 'The texts of a poll, quiz or form in another language.', only: 'types' },
);
component('Ask', askHead.extend({ ...ownerMembers, translations: translationsMember(askTranslation) }), {
  description: 'The members of polls, quizzes and forms that their owners see.',
  extends: ['AskHead'],
  only: 'types',
});
const sharedDraft = { ...authorMembers, translations: translationsMember(askTranslation) };
component('AskDraft', z.strictObject(sharedDraft).partial().extend({ title }), {
  description: 'The members of polls, quizzes and forms that can be set when they are created or changed.',
  only: 'types',
});
