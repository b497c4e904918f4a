import fc from 'fast-check';
import type { FieldType } from '../../../src/shared/contract/form-types.js';
import type { Condition, Field, FieldAnswer, FieldAnswers, When } from '../../../src/shared/contract/resources.js';

/** A field as the tests make it: of few options and small ranges, so that conditions often hold. */
export type TestField = Field;

const options = [
  { id: 'o1', label: 'One' },
  { id: 'constructor', label: 'Two' },
  { id: 'o3', label: 'Three' },
];
const rows = [
  { id: 'r1', label: 'Top' },
  { id: 'r2', label: 'Bottom' },
];
export const optionIds = options.map(({ id }) => id);
/** Ordinary IDs, and IDs that are names of members of every object. */
export const ids = ['f1', 'f2', 'constructor', 'f4', 'valueof', 'f6', 'f-7', '_8', 'f9', 'f10', 'f11', 'f12'];
export const words = ['yes', 'no', 'yes or no', 'Ja', '=1+1', 'Zoë 🙂'];
export const days = ['2024-02-29', '2025-01-01', '2026-12-31'];
export const times = ['00:00', '09:05', '09:05:00', '23:59:59'];

export const head = { help: null, placeholder: null, required: false };
const numbers = fc.record({
  min: fc.option(fc.integer({ min: -50, max: 0 })),
  max: fc.option(fc.integer({ min: 1, max: 50 })),
  step: fc.constantFrom(null, null, 0.25, 10),
});
const other = fc.boolean();

/** Every type of field with its own members. */
export const bodies = {
  short_text: fc.constant({ type: 'short_text' as const, min_length: null, max_length: 40 }),
  long_text: fc.constant({ type: 'long_text' as const, min_length: 1, max_length: null }),
  number: numbers.map((members) => ({ type: 'number' as const, ...members })),
  single_choice: other.map((other) => ({ type: 'single_choice' as const, options, other })),
  dropdown: other.map((other) => ({ type: 'dropdown' as const, options, other })),
  multiple_choice: other.map((other) => ({
    type: 'multiple_choice' as const,
    options,
    other,
    min_choices: null,
    max_choices: 3,
  })),
  ranking: fc.constant({ type: 'ranking' as const, options, min_choices: null, max_choices: null }),
  rating: fc.constant({
    type: 'rating' as const,
    scale: { min: -1, max: 3 },
    style: 'numbers' as const,
    labels: null,
  }),
  matrix: fc.constant({ type: 'matrix' as const, rows, options }),
  email: fc.constant({ type: 'email' as const }),
  url: fc.constant({ type: 'url' as const }),
  phone: fc.constant({ type: 'phone' as const }),
  date: fc.constant({ type: 'date' as const }),
  time: fc.constant({ type: 'time' as const }),
  scale: fc.boolean().map((nps) => ({ type: 'scale' as const, labels: null, nps })),
  consent: fc.constant({ type: 'consent' as const }),
  heading: fc.constant({ type: 'heading' as const }),
  image: fc.constant({ type: 'image' as const, image_url: null }),
  video: fc.constant({ type: 'video' as const, video_url: null, image_url: null }),
  hidden: fc.constant({ type: 'hidden' as const }),
  page: fc.constant({ type: 'page' as const }),
} satisfies { [Type in FieldType]: fc.Arbitrary<object> };

const body = fc.oneof(...Object.values(bodies));

/** The conditions on a field, each from one random number. */
function conditionOn(field: TestField, seed: number): Condition | undefined {
  const pick = <Value>(values: readonly Value[]): Value => values[seed % values.length] ?? values[0] ?? expectSome();
  const operator = Math.floor(seed / 8);
  const among = (conditions: Condition[]) => conditions[operator % conditions.length];
  const answered: Condition = { field: field.id, answered: seed % 2 === 0 };
  const equal = (value: string | number | boolean): Condition[] => [
    { field: field.id, is: value },
    { field: field.id, is_not: value },
    answered,
  ];
  const ordered = (value: string | number): Condition[] => [
    ...equal(value),
    { field: field.id, greater: value },
    { field: field.id, less: value },
  ];
  const contains = (value: string): Condition => ({ field: field.id, contains: value });
  switch (field.type) {
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return undefined;
    case 'number':
    case 'rating':
    case 'scale':
      return among(ordered(pick([0, 1, 2, -1, 7])));
    case 'date':
      return among(ordered(pick(days)));
    case 'time':
      return among(ordered(pick(times)));
    case 'consent':
      return among(equal(seed % 3 !== 0));
    case 'single_choice':
    case 'dropdown':
      return among(equal(pick(optionIds)));
    case 'multiple_choice':
      return among([...equal(pick(optionIds)), contains(pick(optionIds))]);
    case 'ranking':
      return among([answered, contains(pick(optionIds))]);
    case 'matrix':
      return answered;
    default:
      return among([...equal(pick(words)), contains(pick(['yes', 'o', '@']))]);
  }
}

function expectSome(): never {
  throw new Error('Cannot pick from an empty list.');
}

const spec = fc.record({
  body,
  any: fc.boolean(),
  refs: fc.array(fc.record({ field: fc.nat(100), seed: fc.nat(1_000) }), { maxLength: 3 }),
});

/** Form definitions of any types, with conditions on earlier fields. */
export const randomFields: fc.Arbitrary<TestField[]> = fc
  .array(spec, { minLength: 1, maxLength: ids.length })
  .map((specs) => {
    const fields: TestField[] = [];
    specs.forEach(({ body, any, refs }, at) => {
      const conditions = refs.flatMap(({ field, seed }) => {
        const earlier = fields[field % Math.max(1, fields.length)];
        const condition = earlier && conditionOn(earlier, seed);
        return condition ? [condition] : [];
      });
      const show_if: When | null = conditions.length === 0 ? null : any ? { any: conditions } : { all: conditions };
      fields.push({ ...head, ...body, id: ids[at] ?? `g${at}`, label: `Field ${at}`, show_if });
    });
    return fields;
  });

const writeIn = fc.constantFrom('Pizza', 'pizza ', 'Tea').map((text) => ({ other: text.trim() }));

/** Valid answers to a field. */
export function answerTo(field: TestField): fc.Arbitrary<FieldAnswer> | undefined {
  switch (field.type) {
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return undefined;
    case 'number': {
      const { min, max, step } = field;
      if (step !== null) {
        const most = Math.floor(((max ?? 100) - (min ?? 0)) / step);
        return fc.integer({ min: 0, max: most }).map((steps) => (min ?? 0) + steps * step);
      }
      return fc
        .integer({ min: (min ?? -90_000) * 1e6, max: (max ?? 90_000) * 1e6 })
        .map((millionths) => Number((millionths / 1e6).toFixed(6)) + 0);
    }
    case 'rating':
      return fc.integer({ min: -1, max: 3 });
    case 'scale':
      return fc.integer({ min: 0, max: 10 });
    case 'date':
      return fc.constantFrom(...days);
    case 'time':
      return fc.constantFrom(...times);
    case 'consent':
      return fc.boolean();
    case 'single_choice':
    case 'dropdown':
      return field.other ? fc.oneof(fc.constantFrom(...optionIds), writeIn) : fc.constantFrom(...optionIds);
    case 'multiple_choice': {
      const several = fc.subarray(optionIds, { minLength: 1 });
      return field.other
        ? fc.oneof(
            several,
            fc.tuple(fc.subarray(optionIds, { maxLength: 2 }), writeIn).map(([some, own]) => [...some, own]),
          )
        : several;
    }
    case 'ranking':
      return fc.shuffledSubarray(optionIds, { minLength: 1 });
    case 'matrix':
      return fc
        .tuple(
          fc.subarray(['r1', 'r2'], { minLength: 1 }),
          fc.constantFrom(...optionIds),
          fc.constantFrom(...optionIds),
        )
        .map(([some, first, second]) => Object.fromEntries(some.map((row, at) => [row, at === 0 ? first : second])));
    case 'email':
      return fc.constantFrom('a@b.c', 'yes@example.com');
    case 'url':
      return fc.constantFrom('https://example.com/yes', 'http://b.example.com');
    case 'phone':
      return fc.constantFrom('+44 20 7946 0958', '(030) 12345');
    default:
      return fc.constantFrom(...words);
  }
}

/** Answers to some of the fields, shown or hidden. */
export function answersTo(fields: readonly TestField[]): fc.Arbitrary<FieldAnswers> {
  const answers = fields.flatMap((field) => {
    const answer = answerTo(field);
    return answer ? [fc.option(answer.map((value): [string, FieldAnswer] => [field.id, value]))] : [];
  });
  return fc.tuple(...answers).map((given) => Object.fromEntries(given.filter((one) => one !== null)));
}
