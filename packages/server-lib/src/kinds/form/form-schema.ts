import { z } from 'zod';
import { boundedArray } from '../../base/validation/bounded.js';
import { component, described } from '../../base/validation/documented.js';
import { textShapeOf, translationSchema } from '../../core/languages/text-shape-of.js';
import { askMembers, authorMembers, publicHeadMembers, translationsMember } from '../../core/schemas/ask-schema.js';
import { askExample } from '../../core/schemas/examples.js';
import { resultsOrder } from '../../core/schemas/results-order.js';
import type { Form, FormChanges, FormDraft, FormTranslation } from '../../shared/contract/resources.js';
import { fieldDraft, fieldSchema } from './field-schema.js';
import {
  endingsDraft,
  endingsSchema,
  quotasDraft,
  quotasSchema,
  variablesDraft,
  variablesSchema,
  welcomeDraft,
  welcomeSchema,
} from './logic-schema.js';

export const mostFields = 200;
const formLayout = component('FormLayout', z.enum(['pages', 'steps']), {
  description:
    'How a form is shown. `pages`: page by page, as the fields of type `page` divide it. `steps`: one field at a time.',
});

const layoutText = 'Whether the form shows its pages, or one field at a time.';
const fieldsText = 'The fields in the order in which the form shows them.';
const welcomeText = 'A page before the first field. Null: the form starts with its fields.';
const variablesText = 'Values that are computed from the answers.';
const endingsText =
  'What visitors see after they answer: the ending that a page leads to, otherwise the first whose `when` is true, otherwise `after`.';
const quotasText = 'Limits for submissions of a kind.';

const order = described(
  resultsOrder,
  'The order in which clients show the options of a field in results. The options of a matrix are always shown as asked.',
  'asked',
);

const receipt = described(
  z.boolean(),
  'Whether respondents get a copy of their answers by email, at the address in the first field of the type `email`. Requires that the service sends emails.',
  false,
);

const draftMembers = {
  ...authorMembers,
  one_per: described(authorMembers.one_per, 'How the server recognizes a visitor who answers again.', null),
  results_visibility: described(authorMembers.results_visibility, 'When visitors can see the results.', 'never'),
  layout: described(formLayout, layoutText, 'pages'),
  fields: described(boundedArray(fieldDraft, { min: 1, max: mostFields }), fieldsText),
  results_order: order,
  receipt,
  welcome: described(welcomeDraft.nullable(), welcomeText, null),
  variables: described(variablesDraft, variablesText, []),
  endings: described(endingsDraft, endingsText, []),
  quotas: described(quotasDraft, quotasText, []),
};
/** The texts of a form in another language. */
const translation = component('FormTranslation', translationSchema<FormTranslation>(z.object(draftMembers)), {
  description: 'The texts of a form in another language.',
  extends: ['AskTranslation'],
});
const translations = translationsMember(translation);
/** Where a definition has texts for visitors. */
export const formTextShape = textShapeOf(z.object(draftMembers));
const changes = z.strictObject({ ...draftMembers, translations }).partial();

export const formDraft = component(
  'FormDraft',
  changes.extend({ title: draftMembers.title, fields: draftMembers.fields }),
  {
    description: 'The body of `POST /api/v1/forms`.',
    extends: ['AskDraft'],
    examples: [{ title: 'Contact', fields: [{ type: 'email', label: 'E-mail', required: true }] }],
  },
) satisfies z.ZodType<FormDraft>;

export const formChanges = component('FormChanges', changes, {
  description:
    'The body of `PATCH /api/v1/forms/{id}`. Absent members keep their values, null clears a value, and arrays are replaced: their items are matched by `id`.',
  examples: [{ closes_at: '2026-12-31T23:00:00Z' }],
}) satisfies z.ZodType<FormChanges>;

const ownMembers = {
  layout: described(formLayout, layoutText),
  fields: described(z.array(fieldSchema), fieldsText),
  results_order: order,
  welcome: described(welcomeSchema.nullable(), welcomeText),
  variables: described(variablesSchema, variablesText),
  endings: described(endingsSchema, endingsText),
};
const ownerMembers = { receipt, quotas: described(quotasSchema, quotasText) };

export const formSchema = component(
  'Form',
  z.object({ ...askMembers('form'), translations, ...ownMembers, ...ownerMembers }),
  {
    description: 'A form as its owner sees it.',
    extends: ['Ask'],
    examples: [
      {
        ...askExample('form', 'Contact'),
        layout: 'pages',
        fields: [
          { id: 'f1', type: 'email', label: 'E-mail', help: null, placeholder: null, required: true, show_if: null },
        ],
        results_order: 'asked',
        welcome: null,
        variables: [],
        endings: [],
        receipt: false,
        quotas: [],
      },
    ],
  },
) satisfies z.ZodType<Form>;

export const publicFormSchema = component('PublicForm', z.object({ ...publicHeadMembers('form'), ...ownMembers }), {
  description: 'A form as visitors see it.',
  extends: ['PublicHead'],
});
