import { z } from 'zod';
import { invalidField } from '../../base/faults/invalid-field.js';
import { boundedRecord } from '../../base/validation/bounded.js';
import { check } from '../../base/validation/check.js';
import { rawText } from '../../base/validation/text.js';
import { checkFormAnswers } from '../../kinds/form/check-submission.js';
import { form } from '../../kinds/form/form-kind.js';
import { mostFields } from '../../kinds/form/form-schema.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import { toBody } from '../../kinds/form/stored-submission.js';
import { storedLogicSchema } from '../../kinds/form/submission-schema.js';
import type { Bins } from '../../kinds/inputs/bins.js';
import { decimalPlaces } from '../../kinds/inputs/decimal.js';
import { maxDecimals } from '../../kinds/inputs/millionths.js';
import { partId } from '../../kinds/inputs/option-list.js';
import { ownMember } from '../../kinds/inputs/own-member.js';
import type { Field, FieldRow } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { checkStored } from './check-stored.js';
import { createTransferKind } from './transfer-kind.js';

const next = z.int().min(1);
const edge = z
  .number()
  .min(-1e12)
  .max(1e12)
  .refine((value) => decimalPlaces(value) <= maxDecimals);
const size = edge.positive();

/** The maximum number of bins, above the number that any version creates. */
const maxBins = 20;

const binsSchema: z.ZodType<Bins> = z
  .strictObject({ min: edge, max: edge, step: size.nullable(), width: size.optional() })
  .refine(({ min, max, step, width }) => min < max && (max - min) / (width ?? step ?? max - min) < maxBins);

/** The maximum number of counters. Removed fields have counters too. */
const maxNexts = 10_000;

const numbersSchema = z.strictObject({
  next,
  nexts: boundedRecord(rawText(60), next, { max: maxNexts }),
  bins: boundedRecord(partId, binsSchema, { max: mostFields }),
});

/** Forms in exports. */
export const formTransfer = createTransferKind(form, {
  numbersOf: ({ next, nexts, bins }) => ({ next, nexts, bins }),

  withNumbers(own, numbers) {
    const given = check(numbersSchema, numbers);
    if (given.next < own.next) throw invalidField('numbers.next', fault('too_small', { min: own.next }));
    const nexts = Object.entries(own.nexts).map(([name, least]) => {
      const number = ownMember(given.nexts, name) ?? 0;
      if (number < least) throw invalidField(`numbers.nexts.${name}`, fault('too_small', { min: least }));
      return [name, number] as const;
    });
    return { ...own, next: given.next, nexts: Object.fromEntries(nexts), bins: binsIn(own, given.bins) };
  },

  checkBody(own, body, faults) {
    const fields = own.fields.map(withoutBounds);
    const form = { fields, next: own.next, nexts: own.nexts, bins: own.bins };
    checkStored(body, 'body', faults, (members) => {
      if (!Object.hasOwn(members, '$logic')) return checkFormAnswers(form, members, anyDay, faults);
      const logic = check(storedLogicSchema, members['$logic']);
      const answers = checkFormAnswers(form, members['$answers'], anyDay, faults);
      return answers && toBody(answers, logic);
    });
  },

  ballotOptions: () => [],
});

/** Returns the bins of number fields. They stay the same once there are answers, so they may differ from the definition. */
function binsIn({ fields }: FormOwn, given: Readonly<Record<string, Bins>>): Record<string, Bins> {
  const numbers = new Set(fields.filter(({ type }) => type === 'number').map(({ id }) => id));
  for (const id of Object.keys(given))
    if (!numbers.has(id)) throw invalidField(`numbers.bins.${id}`, fault('unknown_field'));
  return { ...given };
}

/** Fields without conditions do not depend on the date. */
const anyDay = '2000-01-01';

/** Returns a field as it may have been when a submission was stored: shown, not required, and without bounds. */
function withoutBounds({ require_if: _, ...field }: Field): Field {
  switch (field.type) {
    case 'number':
      return { ...field, required: false, show_if: null, min: null, max: null, step: null };
    case 'short_text':
    case 'long_text':
      return { ...field, required: false, show_if: null, min_length: null, max_length: null };
    case 'single_choice':
    case 'dropdown':
      return { ...field, required: false, show_if: null, options: field.options.map(alwaysShown) };
    case 'multiple_choice':
    case 'ranking': {
      const options = field.options.map(alwaysShown);
      return { ...field, required: false, show_if: null, options, min_choices: null, max_choices: null };
    }
    case 'matrix':
      return { ...field, required: false, show_if: null, rows: field.rows.map(alwaysShown) };
    case 'page':
      return { ...field, required: false, show_if: null, next: [] };
    default:
      return { ...field, required: false, show_if: null };
  }
}

function alwaysShown<Item extends FieldRow>({ show_if: _, ...item }: Item): Omit<Item, 'show_if'> {
  return item;
}
