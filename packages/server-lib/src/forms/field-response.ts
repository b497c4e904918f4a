import { z } from 'zod';
import { partIdWire } from '../api/common-schemas.js';
import type { Condition, ShowIf } from '../logic/visible-fields.js';
import { scaleWire } from '../polls/poll-response.js';
import { namedSchema } from '../validation/documented.js';
import type { Field, FieldAnswer, FieldOption, WriteIn } from './form-types.js';

const field = z.string();
const comparable = z.union([z.number(), z.string()]);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const condition = namedSchema<Condition>()(
  'Condition',
  z.union([
    z.object({ field, is: scalar }),
    z.object({ field, is_not: scalar }),
    z.object({ field, contains: z.string() }),
    z.object({ field, greater: comparable }),
    z.object({ field, less: comparable }),
    z.object({ field, answered: z.boolean() }),
  ]),
  { description: 'One thing to be true of an earlier field.' },
);

const showIf = namedSchema<ShowIf>()(
  'ShowIf',
  z.union([z.object({ all: z.array(condition) }), z.object({ any: z.array(condition) })]),
  { description: 'When a field shows: all of these hold, or any of them.' },
);

/** Something to choose, or a row of a matrix. */
export const fieldOptionWire = namedSchema<FieldOption>()(
  'FieldOption',
  z.object({ id: partIdWire, label: z.string() }),
);

const head = {
  id: partIdWire,
  label: z.string(),
  help: z.string().nullable(),
  placeholder: z.string().nullable(),
  required: z.boolean(),
  show_if: showIf.nullable(),
};
const options = z.array(fieldOptionWire);
const bounds = { min_choices: z.int().nullable(), max_choices: z.int().nullable() };
const finite = z.number().nullable();

/** A field, by its type. */
export const fieldWire = namedSchema<Field>()(
  'Field',
  z.discriminatedUnion('type', [
    z.object({
      ...head,
      type: z.enum(['short_text', 'long_text']),
      min_length: z.int().nullable(),
      max_length: z.int().nullable(),
    }),
    z.object({ ...head, type: z.literal('number'), min: finite, max: finite, step: finite }),
    z.object({ ...head, type: z.enum(['single_choice', 'dropdown']), options, other: z.boolean() }),
    z.object({ ...head, type: z.literal('multiple_choice'), options, other: z.boolean(), ...bounds }),
    z.object({ ...head, type: z.literal('ranking'), options, ...bounds }),
    z.object({ ...head, type: z.literal('rating'), scale: scaleWire }),
    z.object({ ...head, type: z.literal('matrix'), rows: options, options }),
    z.object({
      ...head,
      type: z.enum(['email', 'url', 'phone', 'date', 'time', 'scale', 'consent', 'heading']),
    }),
    z.object({ ...head, type: z.enum(['hidden', 'page']) }),
  ]),
  { description: 'A field of a form. What it has beside its label depends on its type.' },
);

const writeIn = z.object({ other: z.string() }) satisfies z.ZodType<WriteIn>;

/** What answers a field. */
export const fieldAnswerWire = namedSchema<FieldAnswer>()(
  'FieldAnswer',
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    writeIn,
    z.array(z.union([z.string(), writeIn])),
    z.record(z.string(), z.string()),
  ]),
  {
    description:
      'What answers a field, depending on its type: a text, a number, true, ids of options, `{"other": "…"}` in place of one, or an option’s id for each row.',
  },
);
