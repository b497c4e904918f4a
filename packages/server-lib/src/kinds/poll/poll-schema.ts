import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described, onlyFor } from '../../base/validation/documented.js';
import { webUrl } from '../../base/validation/web-url.js';
import { textShapeOf, translationSchema } from '../../core/languages/text-shape-of.js';
import { askMembers, authorMembers, publicHeadMembers, translationsMember } from '../../core/schemas/ask-schema.js';
import { askExample } from '../../core/schemas/examples.js';
import { resultsOrder } from '../../core/schemas/results-order.js';
import type { Poll, PollChanges, PollDraft, PollTranslation } from '../../shared/contract/resources.js';
import { label, partId } from '../inputs/option-list.js';
import { scaleDraft, scaleSchema } from '../inputs/scale.js';
import { labelsText, ratingStyle, scaleLabels, scaleLabelsDraft, styleText } from '../inputs/scale-style.js';

const optionMembers = {
  id: described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `o2` …'),
  label,
  image_url: described(webUrl.nullable(), 'HTTP or HTTPS URL. Visitors’ browsers load the image.', null),
  max_votes: onlyFor(
    ['single', 'multiple'],
    described(z.int().min(1).max(1_000_000_000).nullable(), 'Maximum number of votes for this option.', null),
  ),
};
const option = component('PollOption', z.object(optionMembers));
const optionDraft = component(
  'PollOptionDraft',
  z.union([label, z.strictObject(optionMembers).partial().extend({ label })]),
  { description: 'An option in a request: a label, or an object.' },
);

export const mostPollOptions = 100;
export const mostRankedOptions = 20;

const pollType = component('PollType', z.enum(['single', 'multiple', 'ranked', 'rating']));

const scaleText = 'Integers from -100 to 100, at most 100 values.';
const rules = {
  type: described(pollType, 'Cannot change after the first vote.', 'single'),
  min_choices: onlyFor(
    ['multiple', 'ranked'],
    described(z.int().min(1).max(100).nullable(), 'Minimum number of choices; null means 1.', null),
  ),
  max_choices: onlyFor(
    ['multiple', 'ranked'],
    described(z.int().min(1).max(101).nullable(), 'Maximum number of choices; null means all.', null),
  ),
  scale: onlyFor(['rating'], described(scaleSchema.nullable(), scaleText)),
  style: onlyFor(['rating'], described(ratingStyle.nullable(), styleText, 'numbers')),
  labels: onlyFor(['rating'], described(scaleLabels.nullable(), labelsText)),
  other: onlyFor(['single', 'multiple'], described(z.boolean(), 'Visitors can write in their own answer.', false)),
  show_others: described(z.boolean(), 'Visitors see the write-ins of others.', false),
  shuffle: described(z.boolean(), 'Clients show the options in random order.', false),
  results_order: described(resultsOrder, 'The order in which clients show the options in results.', 'asked'),
};

const optionsDraft = described(
  boundedArray(optionDraft, { min: 2, max: mostPollOptions }),
  'At least two; at most 20 when `type` is "ranked". A label is enough.',
);
const draftMembers = {
  ...authorMembers,
  one_per: described(authorMembers.one_per, 'How the server recognizes a visitor who answers again.', 'browser'),
  results_visibility: described(authorMembers.results_visibility, 'When visitors can see the results.', 'after_answer'),
  type: rules.type,
  options: optionsDraft,
  min_choices: rules.min_choices,
  max_choices: rules.max_choices,
  scale: onlyFor(['rating'], described(scaleDraft.nullable(), scaleText, { min: 1, max: 5 })),
  style: rules.style,
  labels: onlyFor(['rating'], described(scaleLabelsDraft.nullable(), labelsText, null)),
  other: rules.other,
  show_others: rules.show_others,
  shuffle: rules.shuffle,
  results_order: rules.results_order,
};

/** The texts of a poll in another language. */
const translation = component('PollTranslation', translationSchema<PollTranslation>(z.object(draftMembers)), {
  description: 'The texts of a poll in another language.',
  extends: ['AskTranslation'],
});
const translations = translationsMember(translation);
/** Where a definition has texts for visitors. */
export const pollTextShape = textShapeOf(z.object(draftMembers));
const changes = z.strictObject({ ...draftMembers, translations }).partial();

export const pollDraft = component(
  'PollDraft',
  changes.extend({ title: draftMembers.title, options: draftMembers.options }),
  {
    description: 'The body of `POST /api/v1/polls`.',
    extends: ['AskDraft'],
    examples: [{ title: 'Lunch?', options: ['Soup', 'Salad'] }],
  },
) satisfies z.ZodType<PollDraft>;

export const pollChanges = component('PollChanges', changes, {
  description:
    'The body of `PATCH /api/v1/polls/{id}`. Absent members keep their values, null clears a value, and arrays are replaced: their items are matched by `id`.',
  examples: [{ status: 'closed' }],
}) satisfies z.ZodType<PollChanges>;

export const pollSchema = component(
  'Poll',
  z.object({ ...askMembers('poll'), translations, ...rules, options: z.array(option) }),
  {
    description: 'A poll as its owner sees it.',
    extends: ['Ask'],
    examples: [
      {
        ...askExample('poll', 'Lunch?'),
        one_per: 'browser',
        results_visibility: 'after_answer',
        type: 'single',
        options: [
          { id: 'o1', label: 'Soup', image_url: null, max_votes: null },
          { id: 'o2', label: 'Salad', image_url: null, max_votes: null },
        ],
        min_choices: null,
        max_choices: null,
        scale: null,
        style: null,
        labels: null,
        other: false,
        show_others: false,
        shuffle: false,
        results_order: 'asked',
      },
    ],
  },
) satisfies z.ZodType<Poll>;

const { id, image_url } = optionMembers;
const publicOption = component(
  'PublicPollOption',
  z.object({
    id,
    label,
    image_url,
    full: described(
      z.boolean(),
      'True if the option has as many votes as it can have. False for visitors who can change a vote for it.',
    ),
  }),
  { description: 'An option of a poll as visitors see it.' },
);

export const publicPollSchema = component(
  'PublicPoll',
  z.object({ ...publicHeadMembers('poll'), ...rules, options: z.array(publicOption) }),
  { description: 'A poll as visitors see it.', extends: ['PublicHead'] },
);
