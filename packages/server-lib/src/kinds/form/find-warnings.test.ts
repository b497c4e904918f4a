import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomForms, type TestForm } from '../../../test/support/asks/random-logic.js';
import { maxIssues } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import type { Condition, Ending, Field, FieldAnswers, When } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { evaluateForm, type FormPath } from '../../shared/logic/evaluate-form.js';
import { findLogicWarnings, type WarnedForm } from './find-warnings.js';
import { fieldTypeOf } from './index-by-type.js';

const today = '2026-01-31';
const texts = { after: null, translations: {} };

/** Returns the value at a dotted path. */
function valueAt(root: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), root);
}

/** Values that conditions of the random forms compare with, and values next to them. */
const pools: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, 1, 2, 3, -1, -2, 7, 8, 6, 0.333333, 0.333334, 50, -50, 10, 90_000, -90_000],
  rating: [-1, 0, 1, 2, 3],
  scale: [0, 1, 2, 3, 7, 8, 10],
  date: ['2024-02-28', '2024-02-29', '2025-01-01', '2025-06-30', '2026-02-01', '2026-12-31', '2027-01-01'],
  time: ['00:00', '09:05', '09:05:00', '09:05:01', '12:00', '23:59:59'],
  consent: [true, false],
  choice: ['o1', 'constructor', 'o3', { other: 'Tea' }],
  multiple_choice: [
    ...[['o1'], ['constructor'], ['o3'], [{ other: 'Tea' }], ['o1', 'o3'], ['o1', 'constructor']],
    ...[
      ['constructor', 'o3'],
      ['o1', 'constructor', 'o3'],
      ['o1', { other: 'Tea' }],
    ],
  ],
  matrix: [
    ...[{ r1: 'o1' }, { r2: 'o3' }, { r1: 'constructor', r2: 'constructor' }, { r1: 'o3', r2: 'o1' }],
    ...[{ r1: 'constructor' }, { r2: 'o1' }],
  ],
  email: ['yes@example.com', 'no@example.com'],
  url: ['https://example.com/yes', 'http://o.example.com'],
  phone: ['+44 20 7946 0958', '(030) 12345'],
  text: ['yes', 'no', 'yes or no', 'Ja', '=1+1', 'Zoë 🙂', 'o', 'o1', '2025-01-01', '09:05', 'other'],
};

function poolOf({ type }: Field): readonly unknown[] {
  if (type === 'single_choice' || type === 'dropdown') return pools['choice'] ?? [];
  if (type === 'ranking') return pools['multiple_choice'] ?? [];
  return pools[type] ?? pools['text'] ?? [];
}

/** Returns the valid answers of the pool. */
function validAnswers(field: Field): unknown[] {
  const definition = fieldTypeOf(field);
  if (!definition.takesAnswers) return [];
  return poolOf(field).flatMap((value) => {
    const faults = new Faults();
    const answer = definition.check(field, value, '', faults);
    return faults.any || answer === undefined ? [] : [answer];
  });
}

function answersTo(fields: readonly Field[]): fc.Arbitrary<FieldAnswers> {
  const answers = fields.flatMap((field) => {
    const valid = validAnswers(field);
    return valid.length === 0
      ? []
      : [
          fc.option(
            fc.constantFrom(...valid).map((value): [string, unknown] => [field.id, value]),
            { freq: 4 },
          ),
        ];
  });
  return fc
    .tuple(...answers)
    .map((given) => JSON.parse(JSON.stringify(Object.fromEntries(given.filter((one) => one !== null)))));
}

const formsWithAnswers = randomForms.chain(([form]) =>
  fc.tuple(fc.constant(form), fc.array(answersTo(form.fields), { minLength: 12, maxLength: 12 })),
);

/** Returns why a warning is wrong for these answers. Undefined if it is right. */
function contradiction(form: TestForm, path: FormPath<Field>, at: string, code: string): string | undefined {
  const isShown = (index: number) => path.shown.some((field) => field === form.fields[index]);
  const [list, index = '', member] = at.split('.');
  const field = list === 'fields' ? Number(index) : -1;
  switch (code) {
    case 'unreachable_page':
    case 'required_never_shown':
      return isShown(field) ? `${at} shows` : undefined;
    case 'unreachable_ending':
      return path.ending === form.endings[Number(index)] ? `${at} is reached` : undefined;
    case 'unreachable_rule': {
      // Rules only count on the page, and only the first one that is true.
      const rules = form.fields[field];
      const first = rules?.type === 'page' ? rules.next?.findIndex(({ when }) => path.holds(when)) : undefined;
      return isShown(field) && first === Number(at.split('.')[3]) ? `${at} applies` : undefined;
    }
    case 'never_true':
    case 'always_true': {
      const isWhole = at === `fields.${index}.show_if`;
      const when = valueAt(form, at) as When;
      // Conditions of a field that never shows are not evaluated.
      const holds = path.holds(when);
      if (holds === (code === 'always_true')) return undefined;
      return isWhole || member !== undefined ? `${at} is ${holds}` : undefined;
    }
    default:
      return undefined;
  }
}

function search(form: WarnedForm): Issue[] {
  const steps = findLogicWarnings(form);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Returns the warnings as texts such as `fields.1 unreachable_page`. */
function warningsOf(form: Partial<WarnedForm>): string[] {
  const warnings = search({ fields: [], variables: [], endings: [], quotas: [], ...texts, ...form });
  return warnings.map(({ path, code }) => `${path} ${code}`);
}

const head = { label: 'A', help: null, placeholder: null, required: false, show_if: null };
const text: Field = { ...head, id: 'a', type: 'short_text', min_length: null, max_length: null };
const options = [
  { id: 'o1', label: 'x' },
  { id: 'o2', label: 'y' },
];
const choice: Field = { ...head, id: 'a', type: 'single_choice', options, other: false };
const several: Field = { ...choice, type: 'multiple_choice', min_choices: null, max_choices: null };
const rating: Field = { ...head, id: 'a', type: 'rating', scale: { min: 1, max: 5 }, style: 'numbers', labels: null };
const number: Field = { ...head, id: 'a', type: 'number', min: null, max: null, step: null };
const date: Field = { ...head, id: 'a', type: 'date' };
const consent: Field = { ...head, id: 'a', type: 'consent' };
const matrix: Field = { ...head, id: 'a', type: 'matrix', rows: [{ id: 'r1', label: 'x' }], options };
const page = (id: string, next: readonly { readonly when?: When; readonly to: string }[] = []): Field => {
  return { ...head, id, type: 'page', label: '', next: [...next] };
};
const ending = (id: string, when: When | null = null): Ending => {
  return { id, when, title: id, text: null, button: null, url: null, outcome: 'completed' };
};

describe('conditions', () => {
  const onA = (condition: object) => ({ field: 'a', ...condition }) as Condition;
  const shownIf = (first: Field, when: When) =>
    warningsOf({ fields: [first, { ...text, id: 'b', show_if: when }] }).map((warning) => warning.replace(/^.* /, ''));

  test.each<[string, Field, readonly object[], boolean]>([
    ['two options of a single choice', choice, [{ is: 'o1' }, { is: 'o2' }], true],
    ['an option and not the other', choice, [{ is: 'o1' }, { is_not: 'o2' }], false],
    ['neither option, but unanswered', choice, [{ is_not: 'o1' }, { is_not: 'o2' }], false],
    ['neither option, but answered', choice, [{ is_not: 'o1' }, { is_not: 'o2' }, { answered: true }], true],
    ['a write-in', { ...choice, other: true }, [{ is_not: 'o1' }, { is_not: 'o2' }, { answered: true }], false],
    ['an option that was removed', choice, [{ is: 'o9' }], true],
    ['one of other options', choice, [{ one_of: ['o1', 'o9'] }, { is_not: 'o1' }], true],
    ['two options of a multiple choice', several, [{ contains: 'o1' }, { contains: 'o2' }], false],
    ['only one option and another', several, [{ is: 'o1' }, { contains: 'o2' }], true],
    ['more options than allowed', { ...several, max_choices: 1 }, [{ contains: 'o1' }, { contains: 'o2' }], true],
    ['answered and not answered', several, [{ answered: true }, { answered: false }], true],
    ['between two steps of a scale', rating, [{ greater: 2 }, { less: 3 }], true],
    ['one step of a scale', rating, [{ greater: 2 }, { less: 4 }], false],
    ['beyond a scale', rating, [{ greater: 5 }], true],
    ['between two numbers', number, [{ greater: 2 }, { less: 3 }], false],
    ['greater than 5 and less than 3', number, [{ greater: 5 }, { less: 3 }], true],
    ['an empty range', number, [{ between: [5, 3] }], true],
    ['above the maximum', { ...number, max: 10 }, [{ greater: 10 }], true],
    ['the maximum', { ...number, max: 10 }, [{ at_least: 10 }], false],
    ['a day before and after', date, [{ less: '2026-01-01' }, { greater: '2026-01-31' }], true],
    ['a day before today', date, [{ before: { today: 0 } }, { after: '2026-01-31' }], false],
    ['a period', date, [{ greater: '2026-01-01' }, { less: '2026-01-31' }], false],
    ['parts of a text', text, [{ contains: 'a' }, { contains: 'b' }, { is_not: 'ab' }], false],
    ['a text without its part', text, [{ is: 'a' }, { contains: 'b' }], true],
    ['two beginnings', text, [{ starts_with: 'ab' }, { starts_with: 'ac' }], true],
    ['a beginning of a beginning', text, [{ starts_with: 'ab' }, { starts_with: 'a' }], false],
    ['ticked and not ticked', consent, [{ is: true }, { is: false }], true],
    ['not ticked', consent, [{ is: false }], false],
    [
      'two options of a row',
      matrix,
      [
        { row: 'r1', is: 'o1' },
        { row: 'r1', is: 'o2' },
      ],
      true,
    ],
  ])('finds whether all can be true: %s', (_name, first, conditions, isNever) => {
    expect(shownIf(first, { all: conditions.map(onA) })).toEqual(isNever ? ['never_true'] : []);
  });

  test.each<[string, Field, readonly object[], boolean]>([
    ['an option or not', choice, [{ is: 'o1' }, { is_not: 'o1' }], true],
    ['answered or not', text, [{ answered: true }, { answered: false }], true],
    ['both options, but unanswered', choice, [{ is: 'o1' }, { is: 'o2' }], false],
    ['all numbers, but unanswered', number, [{ greater: 2 }, { at_most: 2 }], false],
    ['all numbers or unanswered', number, [{ greater: 2 }, { at_most: 2 }, { answered: false }], true],
  ])('finds whether one is always true: %s', (_name, first, conditions, isAlways) => {
    expect(shownIf(first, { any: conditions.map(onA) })).toEqual(isAlways ? ['always_true'] : []);
  });

  test('names the smallest part', () => {
    const impossible = { all: [onA({ greater: 5 }), onA({ is: 1 })] };
    const show_if = { all: [onA({ answered: true }), { any: [onA({ is: 2 }), impossible, onA({ at_most: 0 })] }] };
    expect(warningsOf({ fields: [rating, { ...text, id: 'b', show_if }] })).toEqual([
      'fields.1.show_if.all.1.any.1.all.0 never_true',
      'fields.1.show_if.all.1.any.2 never_true',
    ]);
  });

  test('combines groups with the conditions around them', () => {
    const show_if = { all: [onA({ is: 1 }), { any: [onA({ is: 2 }), { none: [onA({ less: 3 })] }] }] };
    expect(warningsOf({ fields: [rating, { ...text, id: 'b', show_if }] })).toEqual(['fields.1.show_if never_true']);
  });

  test('knows that a field that never shows has no answer', () => {
    const never = { ...text, id: 'b', required: true, show_if: onA({ is: 9 }) };
    const fields = [rating, never, { ...text, id: 'c', show_if: { field: 'b', is_not: 'x' } }];
    const last = { ...text, id: 'd', show_if: { field: 'a', is: { field: 'b' } } };
    expect(warningsOf({ fields: [...fields, last] })).toEqual([
      'fields.1.show_if never_true',
      'fields.1.required required_never_shown',
      'fields.2.show_if always_true',
      'fields.3.show_if never_true',
    ]);
  });

  test('knows that an option that never shows cannot be chosen', () => {
    const hidden = [options[0], { ...options[1], show_if: { field: 'a', greater: 5 } }] as typeof options;
    const fields = [
      rating,
      { ...choice, id: 'b', options: hidden },
      { ...text, id: 'c', show_if: { field: 'b', is: 'o2' } },
    ];
    expect(warningsOf({ fields: fields as Field[] })).toEqual([
      'fields.1.options.1.show_if never_true',
      'fields.2.show_if never_true',
    ]);
  });

  test('finds exactly the conditions on single answers that cannot be true', () => {
    const step = fc.integer({ min: 0, max: 6 });
    const option = fc.constantFrom('o1', 'o2', 'o3');
    const onChoice = fc.oneof(
      ...[option.map((is) => ({ is })), option.map((is_not) => ({ is_not })), option.map((contains) => ({ contains }))],
      fc.boolean().map((answered) => ({ answered })),
    );
    const onRating = fc.oneof(
      ...[step.map((is) => ({ is })), step.map((is_not) => ({ is_not })), step.map((greater) => ({ greater }))],
      ...[step.map((at_most) => ({ at_most })), fc.boolean().map((answered) => ({ answered }))],
    );
    const list = fc.array(
      fc.oneof(
        onChoice.map((one) => ({ field: 'a', ...one }) as Condition),
        onRating.map((one) => ({ field: 'r', ...one }) as Condition),
      ),
      { minLength: 1, maxLength: 5 },
    );
    const answers = [undefined, ['o1'], ['o2'], ['o1', 'o2']].flatMap((a) =>
      [undefined, 1, 2, 3, 4, 5].map((r) => ({ a, r })),
    );
    fc.assert(
      fc.property(fc.constantFrom('all', 'any', 'none'), list, (match, conditions) => {
        const show_if = { [match]: conditions } as When;
        const fields: Field[] = [several, { ...rating, id: 'r' }, { ...text, id: 'b', required: true, show_if }];
        const shown = answers.map((one) => evaluateForm<Field>({ fields }, one, today).shown.length === 3);
        const warnings = search({ fields, ...texts });
        const has = (warning: string) => warnings.some(({ path, code }) => `${path} ${code}` === warning);
        expect(has('fields.2.required required_never_shown')).toBe(!shown.includes(true));
        expect(has('fields.2.show_if always_true')).toBe(!shown.includes(false));
      }),
      { numRuns: 400 },
    );
  });
});

describe('pages and endings', () => {
  test('finds a page that all ways skip, and the rules after one that always applies', () => {
    const first = page('p1', [{ to: 'p3' }, { when: { field: 'a', answered: true }, to: 'submit' }]);
    expect(warningsOf({ fields: [first, text, page('p2'), { ...text, id: 'b', required: true }, page('p3')] })).toEqual(
      ['fields.0.next.1 unreachable_rule', 'fields.2 unreachable_page', 'fields.3.required required_never_shown'],
    );
  });

  test('follows jumps and hidden pages', () => {
    const jump = page('p1', [{ when: { field: 'a', is: 'x' }, to: 'p3' }]);
    expect(warningsOf({ fields: [jump, text, page('p2', [{ to: 'submit' }]), page('p3'), page('p4')] })).toEqual([]);
    const hidden = { ...page('p2'), show_if: { field: 'a', is: 'x' } } as Field;
    // Visitors who do not see the second page go on to the fields on it.
    expect(
      warningsOf({ fields: [page('p1', [{ to: 'p3' }]), text, hidden, { ...text, id: 'b' }, page('p3')] }),
    ).toEqual(['fields.2 unreachable_page']);
  });

  test('finds endings after one without conditions', () => {
    const endings = [ending('e1', { field: 'a', is: 'x' }), ending('e2'), ending('e3', { field: 'a', is: 'y' })];
    expect(warningsOf({ fields: [text], endings })).toEqual(['endings.2 unreachable_ending']);
    const quotas = [{ id: 'q1', when: null, limit: 1, ending: 'e3' }];
    expect(warningsOf({ fields: [text], endings, quotas })).toEqual([]);
    expect(warningsOf({ fields: [page('p1', [{ when: { field: 'a', is: 'z' }, to: 'e3' }]), text], endings })).toEqual(
      [],
    );
  });

  test('finds endings after others that are true together', () => {
    const endings = [
      ending('e1', { field: 'a', at_least: 3 }),
      ending('e2', { field: 'a', less: 3 }),
      ending('e3', { field: 'a', answered: true }),
      ending('e4'),
    ];
    expect(warningsOf({ fields: [rating], endings })).toEqual(['endings.2 unreachable_ending']);
  });

  test('finds endings that no way to the end reads', () => {
    const endings = [ending('e1'), ending('e2')];
    expect(warningsOf({ fields: [page('p1', [{ to: 'e2' }]), text], endings })).toEqual([
      'endings.0 unreachable_ending',
    ]);
  });
});

describe('variables', () => {
  const scored = options.map((option, at) => ({ ...option, score: at + 1 }));
  const field = { ...choice, options: scored } as Field;
  const withRules = (rules: object[], type = 'number', value: unknown = 0) =>
    [{ id: 'v', type, value, rules }] as unknown as NonNullable<WarnedForm['variables']>;
  const shownIf = (when: object) => [field, { ...text, id: 'b', show_if: { variable: 'v', ...when } as Condition }];

  test('computes the range of a number', () => {
    const variables = withRules([{ add: { score: 'a' } }, { when: { field: 'a', is: 'o1' }, multiply: 10 }]);
    expect(warningsOf({ fields: shownIf({ greater: 20 }), variables })).toEqual(['fields.1.show_if never_true']);
    expect(warningsOf({ fields: shownIf({ between: [0, 20] }), variables })).toEqual(['fields.1.show_if always_true']);
    expect(warningsOf({ fields: shownIf({ at_least: 20 }), variables })).toEqual([]);
  });

  test('collects the texts of a text', () => {
    const variables = withRules([{ when: { field: 'a', is: 'o1' }, set: 'low' }], 'text', '');
    expect(warningsOf({ fields: shownIf({ is: 'high' }), variables })).toEqual(['fields.1.show_if never_true']);
    expect(warningsOf({ fields: shownIf({ starts_with: 'lo' }), variables })).toEqual([]);
  });

  test('finds divisions by what can be 0', () => {
    const scored = options.map((option, at) => ({ ...option, score: at + 1 }));
    const divides = (divide: unknown, when?: When) => {
      const fields = [
        { ...text, type: 'number', min: 0, max: 9, step: null },
        { ...choice, id: 'b', options: scored },
      ] as Field[];
      const first = { id: 'w', type: 'number', value: 2, rules: [{ when: { field: 'a', greater: 4 }, subtract: 2 }] };
      const second = { id: 'v', type: 'number', value: 1, rules: [{ divide, ...(when && { when }) }] };
      return warningsOf({ fields, variables: [first, second] as never, ...used });
    };
    const used = { endings: [{ ...ending('e1'), title: '{{v}} {{w}}' }] };
    const found = ['variables.1.rules.0.divide can_divide_by_zero'];
    expect(divides({ field: 'a' })).toEqual(found);
    expect(divides({ field: 'a' }, { field: 'a', at_most: 3 })).toEqual(found);
    expect(divides({ field: 'a' }, { field: 'a', at_least: 1 })).toEqual([]);
    expect(divides({ variable: 'w' })).toEqual(found);
    expect(divides({ score: 'b' })).toEqual(found);
    expect(divides({ score: 'b' }, { field: 'b', answered: true })).toEqual([]);
    expect(divides(2)).toEqual([]);
  });

  test('finds variables that nothing uses', () => {
    const variables = withRules([{ add: { score: 'a' } }]);
    expect(warningsOf({ fields: [field], variables })).toEqual(['variables.0 unused_variable']);
    expect(warningsOf({ fields: [field], variables, endings: [{ ...ending('e1'), text: '{{ v }}' }] })).toEqual([]);
    const second = [...variables, { id: 'w', type: 'number', value: 0, rules: [{ set: { variable: 'v' } }] } as const];
    expect(warningsOf({ fields: [field], variables: second as never })).toEqual(['variables.1 unused_variable']);
  });
});

describe('placeholders', () => {
  const labelled = (label: string) => warningsOf({ fields: [text, { ...text, id: 'c', label }] });

  test.each([
    ['{{a}}, {{ a | there }}', []],
    ['{{{a}}}', []],
    ['a } b {', []],
    ['{{b}}', ['fields.1.label unknown_placeholder']],
    ['{{A}} and {{first name|x}}', ['fields.1.label unknown_placeholder', 'fields.1.label unknown_placeholder']],
    ['{{a', ['fields.1.label unclosed_placeholder']],
    ['{{a} {{a}}', ['fields.1.label unclosed_placeholder']],
  ])('checks %s', (label, expected) => {
    expect(labelled(label)).toEqual(expected);
  });

  test('checks all texts that visitors see filled, and their translations', () => {
    const fields = [
      { ...choice, help: '{{x}}', placeholder: '{{x}}', options: [{ id: 'o1', label: '{{x}}' }] },
    ] as Field[];
    const endings = [
      { ...ending('e1'), title: '{{x}}', text: '{{x}}', button: { label: '{{x}}', url: 'https://a.example' } },
    ];
    const after = { message: '{{x}}', url: null };
    const translations = { de: { fields: { a: { label: '{{y' } }, after: { message: '{{a}}' } } };
    expect(warningsOf({ fields, endings, after, translations })).toEqual([
      'fields.0.help unknown_placeholder',
      'fields.0.placeholder unknown_placeholder',
      'fields.0.options.0.label unknown_placeholder',
      'endings.0.title unknown_placeholder',
      'endings.0.text unknown_placeholder',
      'endings.0.button.label unknown_placeholder',
      'after.message unknown_placeholder',
      'translations.de.fields.a.label unclosed_placeholder',
    ]);
  });

  test('finds answers that visitors give later, except those of the page', () => {
    const later = { ...text, id: 'b' };
    const page = { ...text, id: 'c', type: 'hidden' } as Field;
    const own = { ...choice, label: '{{a}}', options: [{ id: 'o1', label: '{{b|}} {{c}}' }] } as Field;
    const translations = { de: { fields: { a: { label: '{{b}}' }, b: { label: '{{a}}' } } } };
    const endings = [{ ...ending('e1'), title: '{{a}} {{b}} {{c}}' }];
    expect(warningsOf({ fields: [own, later, page], endings, translations })).toEqual([
      'fields.0.label later_placeholder',
      'fields.0.options.0.label later_placeholder',
      'translations.de.fields.a.label later_placeholder',
    ]);
  });

  test('names what is in place of an ID', () => {
    const [warning] = search({ fields: [{ ...text, label: `{{${'x y '.repeat(50)}}}` }], ...texts });
    expect(warning?.params['name']).toBe(`${'x y '.repeat(9)}x y…`);
    expect(warning?.message).toContain('No field or variable has the ID "x y x y');
  });
});

test('warnings are true for all answers', () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(formsWithAnswers, ([form, list]) => {
      const warnings = search({ ...form, ...texts, quotas: [] });
      for (const { code } of warnings) found.add(code);
      for (const answers of list) {
        const path = evaluateForm<Field>(form, answers, today);
        for (const { path: at, code } of warnings) expect(contradiction(form, path, at, code)).toBeUndefined();
      }
    }),
    { numRuns: 300 },
  );
  expect([...found].sort()).toEqual([
    ...['always_true', 'can_divide_by_zero', 'never_true', 'required_never_shown', 'unreachable_ending'],
    ...['unreachable_page', 'unreachable_rule', 'unused_variable'],
  ]);
});

test('lists a limited number of warnings', () => {
  const fields = Array.from({ length: 150 }, (_, at): Field => ({ ...text, id: `f${at}`, label: '{{' }));
  expect(warningsOf({ fields })).toHaveLength(maxIssues);
});

/** Returns how often conditions are read while a form is checked, and how many conditions it has. */
function readsOf(build: (condition: () => Condition) => Partial<WarnedForm>): { reads: number; conditions: number } {
  let [reads, conditions] = [0, 0];
  const condition = (): Condition => {
    const value = `v${conditions++}`;
    return {
      field: 'f0',
      get is_not() {
        reads++;
        return value;
      },
    };
  };
  const form = build(condition);
  expect(conditions).toBeGreaterThan(0);
  warningsOf(form);
  return { reads, conditions };
}

const first: Field = { ...text, id: 'f0', label: 'First' };
const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const pageOf = (at: number, show_if: When | null, next: { when: When; to: string }[]): Field => ({
  ...text,
  type: 'page',
  id: `p${at}`,
  label: '',
  placeholder: null,
  show_if,
  next,
});

test.each<[string, (size: number, condition: () => Condition) => Partial<WarnedForm>]>([
  [
    'fields',
    (size, condition) => ({
      fields: [first, ...many(size, (at) => ({ ...text, id: `f${at + 1}`, show_if: { any: many(10, condition) } }))],
    }),
  ],
  [
    'groups in groups',
    (size, condition) => {
      const groups = () => ({ any: many(3, () => ({ all: many(3, () => ({ none: many(3, condition) })) })) });
      return { fields: [first, ...many(size, (at) => ({ ...text, id: `f${at + 1}`, show_if: groups() }))] };
    },
  ],
  [
    'pages that all can follow each other',
    (size, condition) => ({ fields: [first, ...many(size, (at) => pageOf(at, { all: [condition()] }, []))] }),
  ],
  [
    'pages with jumps',
    (size, condition) => ({
      fields: [
        first,
        ...many(size, (at) =>
          pageOf(
            at,
            null,
            many(10, () => ({ when: { all: [condition()] }, to: 'submit' })),
          ),
        ),
      ],
    }),
  ],
  [
    'endings and quotas',
    (size, condition) => ({
      fields: [first],
      endings: many(size, (at): Ending => ({ ...ending(`e${at}`), when: { any: many(10, condition) } })),
      quotas: many(size, (at) => ({ id: `q${at}`, when: condition(), max: 1, ending: null })),
    }),
  ],
])('reads each condition only some times, in forms of any size: %s', (_shape, build) => {
  const [small, large] = [12, 24].map((size) => readsOf((condition) => build(size, condition)));
  if (!small || !large) return expect.unreachable();
  expect(large.conditions).toBe(2 * small.conditions);
  expect(small.reads).toBeGreaterThanOrEqual(small.conditions);
  expect(large.reads).toBeLessThanOrEqual(2 * large.conditions * 10);
  // Twice as many conditions are read twice as often.
  expect(large.reads).toBeLessThanOrEqual(2 * small.reads + 20);
});
