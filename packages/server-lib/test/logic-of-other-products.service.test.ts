import { expect, test } from 'vitest';
import type { FormDraft, Operand, When } from '../src/shared/contract/resources.js';
import { useFormVisits, type VisitorOutcome } from './support/asks/form-visits.js';

/*
 * What users of other products know from their documentation, built as forms. A feature that a form cannot have is not in these tables.
 */

/** A feature, a form that has it, and what visitors with certain answers get. */
type Feature = readonly [
  name: string,
  draft: Omit<FormDraft, 'title'>,
  ...visitors: (readonly [answers: object, outcome: Partial<VisitorOutcome>])[],
];

const text = (id: string, more: object = {}) => ({ id, type: 'short_text' as const, label: `${id}?`, ...more });
const number = (id: string, more: object = {}) => ({ id, type: 'number' as const, label: `${id}?`, ...more });
const page = (id: string, ...next: { when?: When; to: string }[]) => ({ id, type: 'page' as const, next });
const option = (id: string, more: object = {}) => ({ id, label: id, ...more });
const choice = (id: string, options: readonly (string | ReturnType<typeof option>)[], more: object = {}) => ({
  id,
  type: 'single_choice' as const,
  label: `${id}?`,
  options: options.map((one) => (typeof one === 'string' ? option(one) : one)),
  ...more,
});
const several = (id: string, options: readonly (string | ReturnType<typeof option>)[], more: object = {}) => ({
  ...choice(id, options, more),
  type: 'multiple_choice' as const,
});
const is = (field: string, value: Operand): When => ({ field, is: value });

/** https://surveyjs.io/form-library/documentation/design-survey/conditional-logic */
const surveyJs: readonly Feature[] = [
  [
    'visibleIf in a cascade: each question depends on the one before',
    {
      fields: [
        choice('trade_in', ['yes', 'no']),
        text('make', { show_if: is('trade_in', 'yes') }),
        text('model', { show_if: { field: 'make', answered: true } }),
        number('mileage', { show_if: { field: 'model', answered: true } }),
      ],
    },
    [{ trade_in: 'yes', make: 'A', model: 'B', mileage: 9 }, { fields: ['trade_in', 'make', 'model', 'mileage'] }],
    [
      { trade_in: 'no', make: 'A', model: 'B', mileage: 9 },
      { fields: ['trade_in'], answers: { trade_in: 'no' } },
    ],
  ],
  [
    'requiredIf: a question must be answered after certain answers',
    { fields: [choice('pay', ['card', 'cash']), text('holder', { require_if: is('pay', 'card') })] },
    [{ pay: 'cash' }, { fields: ['pay', 'holder'] }],
    [{ pay: 'card' }, { reads: '422 for holder' }],
    [{ pay: 'card', holder: 'Ada' }, { answers: { pay: 'card', holder: 'Ada' } }],
  ],
  [
    'visibleIf of choices: two ways of contact need a phone number',
    {
      fields: [
        { id: 'phone', type: 'phone', label: 'Phone' },
        several('contact', [
          'email',
          option('sms', { show_if: { field: 'phone', answered: true } }),
          option('chat', { show_if: { field: 'phone', answered: true } }),
        ]),
      ],
    },
    [
      { phone: '+44 20 7946 0958', contact: ['sms'] },
      { hidden: [], answers: expect.objectContaining({ contact: ['sms'] }) },
    ],
    [{ contact: ['email', 'sms'] }, { hidden: ['contact.sms', 'contact.chat'], answers: { contact: ['email'] } }],
  ],
  [
    'rowsVisibleIf: a matrix has the rows that were chosen before',
    {
      fields: [
        several('used', ['room', 'food', 'pool']),
        {
          id: 'rate',
          type: 'matrix',
          label: 'Rate it',
          required: true,
          rows: ['room', 'food', 'pool'].map((id) => option(id, { show_if: { field: 'used', contains: id } })),
          options: [option('bad'), option('good')],
        },
      ],
    },
    [
      { used: ['room', 'pool'], rate: { room: 'good', pool: 'bad', food: 'bad' } },
      { hidden: ['rate.food'], answers: { used: ['room', 'pool'], rate: { room: 'good', pool: 'bad' } } },
    ],
    [{ used: ['food'], rate: { room: 'good' } }, { reads: '422 for rate' }],
  ],
  [
    'choicesFromQuestion and choicesVisibleIf: the second choice is one of the installed ones, without the first choice',
    {
      fields: [
        several('installed', ['a', 'b', 'c']),
        choice(
          'first',
          ['a', 'b', 'c'].map((id) => option(id, { show_if: { field: 'installed', contains: id } })),
        ),
        choice(
          'second',
          ['a', 'b', 'c'].map((id) =>
            option(id, {
              show_if: {
                all: [
                  { field: 'installed', contains: id },
                  { field: 'first', is_not: id },
                ],
              },
            }),
          ),
        ),
      ],
    },
    [
      { installed: ['a', 'b'], first: 'a', second: 'b' },
      { hidden: ['first.c', 'second.a', 'second.c'], answers: { installed: ['a', 'b'], first: 'a', second: 'b' } },
    ],
    [{ installed: ['a', 'b'], first: 'a', second: 'a' }, { answers: { installed: ['a', 'b'], first: 'a' } }],
  ],
  [
    'the trigger `complete`: the survey ends after the page',
    {
      fields: [page('p1', { when: { field: 'age', less: 18 }, to: 'submit' }), number('age'), page('p2'), text('job')],
      after: { message: 'Thank you.' },
    },
    [
      { age: 17, job: 'dropped' },
      { fields: ['age'], answers: { age: 17 }, reads: 'Thank you.' },
    ],
    [{ age: 18, job: 'Cook' }, { fields: ['age', 'job'] }],
  ],
  [
    'the trigger `skip`: the next page is a later one',
    {
      fields: [
        page('p1'),
        text('billing'),
        page('p2', { when: is('same', 'yes'), to: 'p4' }),
        choice('same', ['yes', 'no']),
        page('p3'),
        text('shipping', { required: true }),
        page('p4'),
        text('more'),
      ],
    },
    [{ billing: 'x', same: 'yes', more: 'y' }, { fields: ['billing', 'same', 'more'] }],
    [{ billing: 'x', same: 'no' }, { reads: '422 for shipping' }],
    [{ billing: 'x', same: 'no', shipping: 'z' }, { fields: ['billing', 'same', 'shipping', 'more'] }],
  ],
  [
    'the trigger `setvalue`: a value depends on an answer',
    {
      fields: [number('age')],
      variables: [
        {
          id: 'group',
          type: 'text',
          rules: [
            { when: { field: 'age', less: 18 }, set: 'minor' },
            { when: { field: 'age', at_least: 18 }, set: 'adult' },
          ],
        },
      ],
    },
    [{ age: 17.5 }, { variables: { group: 'minor' } }],
    [{ age: 18 }, { variables: { group: 'adult' } }],
    [{}, { variables: { group: '' } }],
  ],
  [
    'calculatedValues: a sum that other values and conditions read',
    {
      fields: [number('total1'), number('total2'), text('why', { show_if: { variable: 'level', is: 'High' } })],
      variables: [
        { id: 'sum', type: 'number', rules: [{ add: { field: 'total1' } }, { add: { field: 'total2' } }] },
        {
          id: 'level',
          type: 'text',
          value: 'Low',
          rules: [{ when: { variable: 'sum', greater: 20 }, set: 'High' }],
        },
      ],
    },
    [
      { total1: 10.1, total2: 10.2 },
      { fields: ['total1', 'total2', 'why'], variables: { sum: 20.3, level: 'High' } },
    ],
    [{ total2: 20 }, { fields: ['total1', 'total2'], variables: { sum: 20, level: 'Low' } }],
  ],
  [
    'lists in expressions: exactly these choices, any of them, none of them',
    {
      fields: [
        several('speaks', ['en', 'es', 'fr']),
        text('exactly', {
          show_if: {
            all: [
              { count: 'speaks', is: 2 },
              { field: 'speaks', contains: 'en' },
              { field: 'speaks', contains: 'es' },
            ],
          },
        }),
        text('any', {
          show_if: {
            any: [
              { field: 'speaks', contains: 'es' },
              { field: 'speaks', contains: 'fr' },
            ],
          },
        }),
        text('none', {
          show_if: {
            none: [
              { field: 'speaks', contains: 'es' },
              { field: 'speaks', contains: 'fr' },
            ],
          },
        }),
      ],
    },
    [{ speaks: ['es', 'en'] }, { fields: ['speaks', 'exactly', 'any'] }],
    [{ speaks: ['en', 'es', 'fr'] }, { fields: ['speaks', 'any'] }],
    [{ speaks: ['en'] }, { fields: ['speaks', 'none'] }],
    [{}, { fields: ['speaks', 'none'] }],
  ],
  [
    'completedHtmlOnCondition and navigateToUrlOnCondition: the last page depends on an answer',
    {
      fields: [{ id: 'score', type: 'scale', label: 'Score', nps: true }],
      endings: [
        { id: 'low', when: { field: 'score', at_most: 6 }, title: 'Sorry' },
        { id: 'high', when: { field: 'score', at_least: 9 }, title: 'Great', url: 'https://example.com/share' },
      ],
      after: { message: 'Thanks' },
    },
    [{ score: 6 }, { ending: 'low', reads: 'Sorry', url: null }],
    [{ score: 9 }, { ending: 'high', url: 'https://example.com/share' }],
    [{ score: 8 }, { ending: null, reads: 'Thanks' }],
    [{}, { ending: null, reads: 'Thanks' }],
  ],
  [
    'dynamic texts: answers in texts, choices by their texts',
    {
      fields: [
        text('first_name'),
        choice('car', [
          { id: 'c1', label: 'Electric car' },
          { id: 'c2', label: 'No car' },
        ]),
      ],
      after: { message: 'Hello, {{first_name}}! {{car}}: {{first_name}}.' },
    },
    [{ first_name: 'John', car: 'c1' }, { reads: 'Hello, John! Electric car: John.' }],
  ],
];

/** https://help.typeform.com and https://www.typeform.com/developers/create/logic-jumps */
const typeform: readonly Feature[] = [
  [
    'branching: one choice leads to its own questions, all other cases to others',
    {
      fields: [
        page('p1', { when: is('person', 'cats'), to: 'cats' }, { to: 'dogs' }),
        choice('person', ['cats', 'dogs', 'both']),
        page('cats', { to: 'end' }),
        text('cat_name'),
        page('dogs'),
        text('dog_name'),
        page('end'),
        text('more'),
      ],
    },
    [{ person: 'cats', cat_name: 'x', dog_name: 'y' }, { fields: ['person', 'cat_name', 'more'] }],
    [{ person: 'both' }, { fields: ['person', 'dog_name', 'more'] }],
    [{}, { fields: ['person', 'dog_name', 'more'] }],
  ],
  [
    'conditions with and, or',
    {
      fields: [
        choice('role', ['owner', 'manager', 'guest']),
        number('staff'),
        text('sales', {
          show_if: { all: [{ any: [is('role', 'owner'), is('role', 'manager')] }, { field: 'staff', greater: 50 }] },
        }),
      ],
    },
    [{ role: 'manager', staff: 51 }, { fields: ['role', 'staff', 'sales'] }],
    [{ role: 'owner', staff: 50 }, { fields: ['role', 'staff'] }],
    [{ role: 'guest', staff: 51 }, { fields: ['role', 'staff'] }],
  ],
  [
    'scores: answers add to and subtract from a number',
    {
      fields: [
        choice('q1', [option('right', { score: 1 }), option('wrong', { score: -1 })]),
        choice('q2', ['yes', 'no']),
      ],
      variables: [
        {
          id: 'score',
          type: 'number',
          value: 10,
          rules: [{ add: { score: 'q1' } }, { when: is('q2', 'yes'), add: 5 }, { when: is('q2', 'no'), subtract: 2 }],
        },
      ],
      after: { message: 'You scored {{score}}' },
    },
    [
      { q1: 'right', q2: 'yes' },
      { variables: { score: 16 }, reads: 'You scored 16' },
    ],
    [{ q1: 'wrong', q2: 'no' }, { variables: { score: 7 } }],
  ],
  [
    'calculations with a number: units times a price, and a discount for many',
    {
      fields: [number('units')],
      variables: [
        {
          id: 'price',
          type: 'number',
          value: 5,
          rules: [
            { multiply: { field: 'units' } },
            { when: { field: 'units', at_least: 10 }, subtract: 7 },
            { divide: 2 },
          ],
        },
      ],
    },
    [{ units: 3 }, { variables: { price: 7.5 } }],
    [{ units: 10 }, { variables: { price: 21.5 } }],
  ],
  [
    'endings by score',
    {
      fields: [{ id: 'rate', type: 'rating', label: 'Rate', scale: { min: 0, max: 10 } }],
      variables: [{ id: 'score', type: 'number', rules: [{ set: { field: 'rate' } }, { multiply: 10 }] }],
      endings: [
        { id: 'gold', when: { variable: 'score', at_least: 80 }, title: 'Gold: {{score}}' },
        { id: 'silver', when: { variable: 'score', between: [50, 79] }, title: 'Silver' },
        { id: 'none', title: 'Try again' },
      ],
    },
    [{ rate: 8 }, { ending: 'gold', reads: 'Gold: 80' }],
    [{ rate: 5 }, { ending: 'silver' }],
    [{ rate: 4 }, { ending: 'none' }],
  ],
  [
    'screening: unsuitable respondents go to an ending at once',
    {
      fields: [
        page('p1', { when: { field: 'terms', is: false }, to: 'out' }),
        { id: 'terms', type: 'consent', label: 'I agree' },
        page('p2'),
        text('name', { required: true }),
      ],
      endings: [
        { id: 'done', title: 'Done' },
        { id: 'out', title: 'Goodbye', outcome: 'disqualified' },
      ],
    },
    [{ terms: false }, { fields: ['terms'], ending: 'out', reads: 'Goodbye' }],
    [{}, { ending: 'out' }],
    [
      { terms: true, name: 'Ada' },
      { fields: ['terms', 'name'], ending: 'done' },
    ],
  ],
  [
    'recall information: answers, scores and hidden fields in later texts',
    {
      fields: [{ id: 'city', type: 'hidden' }, text('name'), number('nights')],
      variables: [{ id: 'price', type: 'number', rules: [{ set: { field: 'nights' } }, { multiply: 80 }] }],
      endings: [{ title: '{{name}}, {{nights}} nights in {{city|our city}}', text: 'It costs {{price}}.' }],
    },
    [{ city: 'Oslo', name: 'Ada', nights: 2 }, { reads: 'Ada, 2 nights in Oslo It costs 160.' }],
    [{ name: '**Ada**', nights: 2 }, { reads: '**Ada**, 2 nights in our city It costs 160.' }],
  ],
  [
    'hidden fields in logic',
    {
      fields: [
        { id: 'source', type: 'hidden' },
        choice('offer', ['sale', option('member', { show_if: is('source', 'newsletter') })]),
        text('how', { show_if: { field: 'source', answered: false } }),
      ],
    },
    [
      { source: 'newsletter', offer: 'member' },
      { fields: ['offer'], hidden: [] },
    ],
    [{ source: 'ad' }, { fields: ['offer'], hidden: ['offer.member'] }],
    [{}, { fields: ['offer', 'how'], hidden: ['offer.member'] }],
  ],
  [
    'redirect on completion: endings lead to different websites',
    {
      fields: [choice('plan', ['free', 'paid'])],
      endings: [
        { id: 'paid', when: is('plan', 'paid'), title: 'Pay', url: 'https://example.com/pay' },
        { id: 'free', title: 'Start', button: { label: 'Open {{plan}}', url: 'https://example.com/start' } },
      ],
    },
    [{ plan: 'paid' }, { ending: 'paid', url: 'https://example.com/pay' }],
    [{ plan: 'free' }, { ending: 'free', url: null, reads: 'Start' }],
  ],
  [
    'an outcome quiz: the outcome with most answers',
    {
      fields: ['q1', 'q2', 'q3'].map((id) => choice(id, ['sea', 'city', 'hills'])),
      variables: ['sea', 'city', 'hills'].map((id) => ({
        id,
        type: 'number' as const,
        rules: ['q1', 'q2', 'q3'].map((field) => ({ when: is(field, id), add: 1 })),
      })),
      endings: [
        {
          id: 'sea_trip',
          when: {
            all: [
              { variable: 'sea', at_least: { variable: 'city' } },
              { variable: 'sea', at_least: { variable: 'hills' } },
            ],
          },
          title: 'The sea',
        },
        { id: 'city_trip', when: { variable: 'city', at_least: { variable: 'hills' } }, title: 'A city' },
        { id: 'hills_trip', title: 'The hills' },
      ],
    },
    [
      { q1: 'city', q2: 'sea', q3: 'city' },
      { ending: 'city_trip', variables: { sea: 1, city: 2, hills: 0 } },
    ],
    [{ q1: 'hills', q2: 'hills', q3: 'sea' }, { ending: 'hills_trip' }],
    [{ q1: 'hills', q2: 'city', q3: 'sea' }, { ending: 'sea_trip' }],
  ],
  [
    'conditions on dates: earlier than, later than, on',
    {
      fields: [
        { id: 'born', type: 'date', label: 'Born' },
        text('earlier', { show_if: { field: 'born', before: '2000-01-01' } }),
        text('on', { show_if: is('born', '2000-01-01') }),
        text('later', { show_if: { field: 'born', after: '2000-01-01' } }),
        text('not_on', { show_if: { field: 'born', is_not: '2000-01-01' } }),
      ],
    },
    [{ born: '1999-12-31' }, { fields: ['born', 'earlier', 'not_on'] }],
    [{ born: '2000-01-01' }, { fields: ['born', 'on'] }],
    [{ born: '2000-01-02' }, { fields: ['born', 'later', 'not_on'] }],
  ],
  [
    'conditions on texts: begins with, contains, does not contain, is not',
    {
      fields: [
        { id: 'email', type: 'email', label: 'Email' },
        text('begins', { show_if: { field: 'email', starts_with: 'info@' } }),
        text('contains', { show_if: { field: 'email', contains: '@example.' } }),
        text('lacks', { show_if: { none: [{ field: 'email', contains: '@example.' }] } }),
        text('differs', { show_if: { field: 'email', is_not: 'info@example.com' } }),
      ],
    },
    [{ email: 'info@example.com' }, { fields: ['email', 'begins', 'contains'] }],
    [{ email: 'ada@test.org' }, { fields: ['email', 'lacks', 'differs'] }],
  ],
];

const forms = useFormVisits();

const featuresOf = (product: string, features: readonly Feature[]) =>
  features.map(([name, draft, ...visitors]) => ({ product, name, draft, visitors }));

test.each([...featuresOf('SurveyJS', surveyJs), ...featuresOf('Typeform', typeform)])(
  'a form can have what $product documents: $name',
  async ({ draft, visitors }) => {
    const form = await forms.create({ title: 'Form', ...draft });
    for (const [answers, outcome] of visitors) {
      const got = await form.visit(answers);
      expect({ given: answers, ...got }).toMatchObject({ given: answers, ...outcome });
    }
  },
);

test('there are twelve features of each product', () => {
  expect([surveyJs.length, typeform.length]).toEqual([12, 12]);
});
