import type { DraftOf, FieldOf, FieldType } from '@askwell/server/contract';
import fc from 'fast-check';
import { endLabels, lines, maybe, seldom, symbols, text } from './members.js';

/** The members that every field has. */
const as = <Type extends FieldType>(type: Type) => ({
  type: fc.constant(type),
  label: text,
  help: maybe(lines),
  placeholder: maybe(text),
  required: fc.boolean(),
});

const options = fc.array(text, { minLength: 2, maxLength: 6 });
const count = (max: number) => maybe(fc.integer({ min: 1, max }));
const choices = { options, other: fc.boolean() };
const lengths = { min_length: seldom(fc.constant(2)), max_length: maybe(fc.constantFrom(40, 1_000)) };
const unanswered = { required: fc.constant(false) };
const scales = fc.constantFrom({ min: 1, max: 5 }, { min: 0, max: 3 }, { min: 1, max: 20 });

/** The types that are compared. Images and videos load their content from other hosts. */
export type ComparedType = Exclude<FieldType, 'image' | 'video'>;

/** Fields of each type with all of their settings but logic. A missing type or setting does not compile. */
export const fields = {
  short_text: fc.record({ ...as('short_text'), ...lengths }),
  long_text: fc.record({ ...as('long_text'), ...lengths }),
  email: fc.record(as('email')),
  url: fc.record(as('url')),
  phone: fc.record(as('phone')),
  number: fc.record({
    ...as('number'),
    min: maybe(fc.constantFrom(-5, 0)),
    max: maybe(fc.constantFrom(5, 100)),
    step: maybe(fc.constant(0.5)),
  }),
  date: fc.record(as('date')),
  time: fc.record(as('time')),
  single_choice: fc.record({ ...as('single_choice'), ...choices }),
  multiple_choice: fc.record({ ...as('multiple_choice'), ...choices, min_choices: count(3), max_choices: count(6) }),
  dropdown: fc.record({ ...as('dropdown'), ...choices }),
  ranking: fc.record({ ...as('ranking'), options, min_choices: count(3), max_choices: count(6) }),
  rating: fc.oneof(
    fc.record({ ...as('rating'), scale: maybe(scales), style: fc.constant('numbers' as const), labels: endLabels }),
    fc.record({ ...as('rating'), scale: fc.constant({ min: 1, max: 5 }), style: symbols, labels: endLabels }),
  ),
  scale: fc.record({ ...as('scale'), labels: endLabels, nps: fc.boolean() }),
  matrix: fc.record({ ...as('matrix'), options, rows: fc.array(text, { minLength: 1, maxLength: 4 }) }),
  consent: fc.record(as('consent')),
  hidden: fc.record(as('hidden')),
  heading: fc.record({ ...as('heading'), ...unanswered }),
  page: fc.record({ ...as('page'), ...unanswered, label: fc.oneof(text, fc.constant('')) }),
} satisfies {
  readonly [Type in ComparedType]: fc.Arbitrary<
    Required<Omit<DraftOf<FieldOf<Type>>, 'id' | 'show_if' | 'require_if' | 'next'>>
  >;
};

export const fieldTypes = Object.keys(fields).filter((type): type is ComparedType => type in fields);

type ValueOf<Any> = Any extends fc.Arbitrary<infer Value> ? Value : never;

/** A field without its ID and condition. */
export type DrawnField = ValueOf<(typeof fields)[ComparedType]>;
