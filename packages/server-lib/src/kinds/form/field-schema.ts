import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described, onlyFor, translatable } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';
import { webUrl } from '../../base/validation/web-url.js';
import { longText, markdownText } from '../../core/schemas/ask-schema.js';
import type { Field, FieldDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { decimalPlaces } from '../inputs/decimal.js';
import { maxDecimals } from '../inputs/millionths.js';
import { numberMembers } from '../inputs/number-field.js';
import { label, partId } from '../inputs/option-list.js';
import { scaleDraft, scaleSchema } from '../inputs/scale.js';
import { labelsText, ratingStyle, scaleLabels, scaleLabelsDraft, styleText } from '../inputs/scale-style.js';
import { lengthMembers } from '../inputs/text-field.js';
import { whenDraft, whenSchema } from './condition-schema.js';
import { nextDraft, nextSchema } from './logic-schema.js';

export const mostFieldOptions = 200;
export const mostRows = 50;
const mostColumns = 20;
const mostScore = 1_000_000;
const mostOptionAnswers = 1_000_000_000;

const id = described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `f1`, `f2` …');
const help = described(longText.nullable(), `Text that explains the field. ${markdownText}`, null);
const placeholder = described(
  translatable(text(500))
    .transform((value) => (value === '' ? null : value))
    .nullable(),
  'Text that an empty input shows.',
  null,
);
const requiredText = 'True if visitors must answer the field.';
const showIfText = 'The field only shows if this is true. Null: it always shows.';
const requireIfText = 'Visitors must also answer the field if this is true.';
const nextText =
  'Where visitors go when they leave the page: the first rule that is true decides. Otherwise, the next page.';

/** A label that visitors do not see, and that can be empty. */
const silentLabel = text(500);

const shownHead = {
  id,
  label,
  help,
  placeholder,
  required: described(z.boolean(), requiredText),
  show_if: described(whenSchema.nullable(), showIfText),
  require_if: described(whenSchema, requireIfText).exactOptional(),
};
component('FieldHead', z.object({ ...shownHead, label: silentLabel }), {
  description: 'The members of all types of fields.',
  only: 'types',
});

const draftHead = {
  ...z.strictObject({ id, help, placeholder }).partial().shape,
  required: described(z.boolean().nullable(), requiredText, false).optional(),
  show_if: described(whenDraft.nullable(), showIfText, null).optional(),
  require_if: described(whenDraft.nullable(), requireIfText, null).optional(),
};
const labelled = { ...draftHead, label };
component('FieldDraftHead', z.strictObject(draftHead), {
  description: 'The members of all types of fields in requests.',
  only: 'types',
});

export const fieldOptionMembers = {
  id: described(partId, '1 to 40 characters of `a-z`, `0-9`, `_` and `-`. Generated if absent: `o1`, `r1` …'),
  label,
};
const itemIfText = 'Only shows if this is true.';
const optionLogic = {
  score: described(
    z
      .number()
      .min(-mostScore)
      .max(mostScore)
      .refine((value) => decimalPlaces(value) <= maxDecimals, {
        error: faultMessage(fault('too_many_decimals', { max: maxDecimals })),
      }),
    'What the option adds to the score of its field. Absent: 0.',
  ),
  max_answers: described(
    z.int().min(1).max(mostOptionAnswers),
    'Maximum number of submissions with this option. Only for single choices, dropdowns and multiple choices.',
  ),
};
const option = component(
  'FieldOption',
  z.object({
    ...fieldOptionMembers,
    show_if: described(whenSchema, itemIfText).exactOptional(),
    score: optionLogic.score.exactOptional(),
    max_answers: optionLogic.max_answers.exactOptional(),
    full: described(z.boolean(), 'Whether `max_answers` is reached. Only for visitors.').exactOptional(),
  }),
  { description: 'An option of a field.' },
);
const row = component(
  'FieldRow',
  z.object({ ...fieldOptionMembers, show_if: described(whenSchema, itemIfText).exactOptional() }),
  { description: 'A row of a matrix.' },
);
const rowMembers = z
  .strictObject({ ...fieldOptionMembers, show_if: described(whenDraft.nullable(), itemIfText, null) })
  .partial()
  .extend({ label });
const optionDraft = component(
  'FieldOptionDraft',
  z.union([
    label,
    rowMembers.extend({
      score: described(
        optionLogic.score.nullable(),
        'What the option adds to the score of its field.',
        null,
      ).optional(),
      max_answers: described(
        optionLogic.max_answers.nullable(),
        'Maximum number of submissions with this option. Only for single choices, dropdowns and multiple choices.',
        null,
      ).optional(),
    }),
  ]),
  { description: 'An option in a request: a label, or an object.' },
);
const rowDraft = component('FieldRowDraft', z.union([label, rowMembers]), {
  description: 'A row in a request: a label, or an object.',
});
const shownOptions = z.array(option);
const shownRows = z.array(row);
const options = boundedArray(optionDraft, { min: 1, max: mostFieldOptions });

const otherText = 'Visitors can write in their own answer. It counts as one choice.';
const shownOther = described(z.boolean(), otherText);
const other = described(z.boolean().nullable(), otherText, false).optional();

const bounds = {
  min_choices: described(z.int().min(1).max(mostFieldOptions).nullable(), 'Minimum number of choices.', null),
  max_choices: described(
    z
      .int()
      .min(1)
      .max(mostFieldOptions + 1)
      .nullable(),
    'Maximum number of choices.',
    null,
  ),
};
const draftBounds = z.strictObject(bounds).partial().shape;

const lengths = {
  min_length: described(lengthMembers.min_length.unwrap(), 'Minimum number of characters.', null),
  max_length: described(lengthMembers.max_length.unwrap(), 'Maximum number of characters.', null),
};
const limits = {
  min: described(numberMembers.min.unwrap(), 'The smallest number.', null),
  max: described(numberMembers.max.unwrap(), 'The largest number.', null),
  step: described(numberMembers.step.unwrap(), 'Counted from `min`, or from 0 if `min` is null.', null),
};

const shownLabels = described(scaleLabels.nullable(), labelsText);
const labels = described(scaleLabelsDraft.nullable(), labelsText, null).optional();

const npsText =
  'The field asks how likely visitors are to recommend something. Results are shown with the Net Promoter Score, and without `labels`, visitors read what 0 and 10 mean.';
const shownNps = described(z.boolean(), npsText);
const nps = described(z.boolean().nullable(), npsText, false).optional();

const image_url = described(
  webUrl.nullable(),
  'HTTP or HTTPS URL of the image, or of the image that a video shows before it plays. Visitors’ browsers load it.',
  null,
);
const video_url = described(
  webUrl.nullable(),
  'HTTP or HTTPS URL of the video file. Visitors’ browsers load it when they click it.',
  null,
);

const textType = z.enum(['short_text', 'long_text']);
const choiceType = z.enum(['single_choice', 'dropdown']);
const plainType = z.enum(['email', 'url', 'phone', 'date', 'time', 'consent', 'heading']);
const silentType = z.enum(['hidden', 'page']);

/** The types of fields by their components: the members in responses, the members in requests, and a description. */
const texts = {
  TextField: 'A field for text.',
  NumberField: 'A field for a number.',
  ChoiceField: 'A field for one of the options.',
  MultipleChoiceField: 'A field for several of the options.',
  RankingField: 'A field for options in order of preference.',
  RatingField: 'A field for a value of a scale.',
  ScaleField: 'A field for a value from 0 to 10.',
  MatrixField: 'A field for one option in each row.',
  PlainField: 'A field without more members.',
  ImageField:
    'An image, which takes no answer. Its `label` describes the image to visitors who cannot see it, and its `help` is the caption.',
  VideoField:
    'A video, which takes no answer and plays after a click. Its `label` is its name, and its `help` is the caption.',
  SilentField: 'A field that needs no label: `hidden` is set by the page, and `page` starts a new page.',
};

const shown = <Shape extends z.core.$ZodLooseShape>(name: keyof typeof texts, members: Shape) =>
  component(name, z.object({ ...shownHead, ...members }), { description: texts[name], extends: ['FieldHead'] });
const sent = <Shape extends z.core.$ZodLooseShape>(name: keyof typeof texts, members: Shape) =>
  component(`${name}Draft`, z.strictObject(members), { description: texts[name], extends: ['FieldDraftHead'] });

/** A field in responses. */
export const fieldSchema = component(
  'Field',
  z.discriminatedUnion('type', [
    shown('TextField', { type: textType, ...lengths }),
    shown('NumberField', { type: z.literal('number'), ...limits }),
    shown('ChoiceField', { type: choiceType, options: shownOptions, other: shownOther }),
    shown('MultipleChoiceField', {
      type: z.literal('multiple_choice'),
      options: shownOptions,
      other: shownOther,
      ...bounds,
    }),
    shown('RankingField', { type: z.literal('ranking'), options: shownOptions, ...bounds }),
    shown('RatingField', {
      type: z.literal('rating'),
      scale: scaleSchema,
      style: described(ratingStyle, styleText),
      labels: shownLabels,
    }),
    shown('ScaleField', { type: z.literal('scale'), labels: shownLabels, nps: shownNps }),
    shown('MatrixField', { type: z.literal('matrix'), rows: shownRows, options: shownOptions }),
    shown('PlainField', { type: plainType }),
    shown('ImageField', { type: z.literal('image'), image_url }),
    shown('VideoField', { type: z.literal('video'), video_url, image_url }),
    shown('SilentField', {
      type: silentType,
      label: silentLabel,
      next: onlyFor(['page'], described(nextSchema, nextText)).exactOptional(),
    }),
  ]),
  { description: 'A field of a form. Its other members depend on its type.' },
) satisfies z.ZodType<Field>;

/** A field in requests. */
export const fieldDraft = component(
  'FieldDraft',
  z.discriminatedUnion(
    'type',
    [
      sent('TextField', { type: textType, ...labelled, ...z.strictObject(lengths).partial().shape }),
      sent('NumberField', { type: z.literal('number'), ...labelled, ...z.strictObject(limits).partial().shape }),
      sent('ChoiceField', { type: choiceType, ...labelled, options, other }),
      sent('MultipleChoiceField', { type: z.literal('multiple_choice'), ...labelled, options, other, ...draftBounds }),
      sent('RankingField', { type: z.literal('ranking'), ...labelled, options, ...draftBounds }),
      sent('RatingField', {
        type: z.literal('rating'),
        ...labelled,
        scale: described(scaleDraft.nullable(), 'The scale of the rating.', { min: 1, max: 5 }).optional(),
        style: described(ratingStyle.nullable(), styleText, 'numbers').optional(),
        labels,
      }),
      sent('ScaleField', { type: z.literal('scale'), ...labelled, labels, nps }),
      sent('MatrixField', {
        type: z.literal('matrix'),
        ...labelled,
        rows: boundedArray(rowDraft, { min: 1, max: mostRows }),
        options: options.max(mostColumns),
      }),
      sent('PlainField', { type: plainType, ...labelled }),
      sent('ImageField', { type: z.literal('image'), ...labelled, image_url: image_url.optional() }),
      sent('VideoField', {
        type: z.literal('video'),
        ...labelled,
        video_url: video_url.optional(),
        image_url: image_url.optional(),
      }),
      sent('SilentField', {
        type: silentType,
        ...draftHead,
        label: silentLabel.optional(),
        next: onlyFor(['page'], described(nextDraft.nullable(), nextText, [])).optional(),
      }),
    ],
    { error: ({ code }) => (code === 'invalid_union' ? faultMessage(fault('unknown_field_type')) : undefined) },
  ),
  { description: 'A field in a request. Its other members depend on its type.' },
) satisfies z.ZodType<FieldDraft>;
