import type { FormDraft } from '../../../src/shared/contract/resources.js';

/** A form with each part of the logic, each subject, each comparison and each operand. No member has its default. */
export const richForm = {
  title: 'Orders',
  welcome: { title: 'Order lunch', text: 'Five **short** pages.', button: 'Begin' },
  fields: [
    {
      id: 'start',
      type: 'page',
      label: 'You',
      next: [
        { when: { field: 'name', starts_with: 'Test' }, to: 'submit' },
        {
          when: {
            all: [
              { field: 'age', at_least: 0 },
              { field: 'age', less: 18 },
            ],
          },
          to: 'young',
        },
        {
          when: {
            any: [
              { field: 'plan', one_of: ['none'] },
              { field: 'plan', answered: false },
            ],
          },
          to: 'end',
        },
      ],
    },
    { id: 'name', type: 'short_text', label: 'Name' },
    { id: 'age', type: 'number', label: 'Age' },
    {
      id: 'plan',
      type: 'single_choice',
      label: 'Plan',
      options: [
        { id: 'none', label: 'None', score: 0 },
        { id: 'small', label: 'Small', score: 9.5, max_answers: 100 },
        { id: 'large', label: 'Large', score: 20, show_if: { field: 'age', between: [18, 99] } },
      ],
    },
    { id: 'order', type: 'page', label: 'Order of {{name|you}}' },
    { id: 'day', type: 'date', label: 'Day', show_if: { variable: 'price', greater: 0 } },
    {
      id: 'until',
      type: 'date',
      label: 'Until',
      require_if: {
        all: [
          { field: 'day', after: { today: 1 } },
          { field: 'day', before: { today: 365 } },
        ],
      },
    },
    {
      id: 'dishes',
      type: 'multiple_choice',
      label: 'Dishes',
      options: [
        { id: 'soup', label: 'Soup', score: 4 },
        { id: 'salad', label: 'Salad', score: 5 },
      ],
    },
    {
      id: 'taste',
      type: 'matrix',
      label: 'Taste',
      show_if: { count: 'dishes', at_most: 2 },
      rows: [
        { id: 'soup', label: 'Soup', show_if: { field: 'dishes', contains: 'soup' } },
        { id: 'salad', label: 'Salad' },
      ],
      options: [
        { id: 'mild', label: 'Mild' },
        { id: 'hot', label: 'Hot', score: 1 },
      ],
    },
    { id: 'end', type: 'page', label: 'Last' },
    {
      id: 'note',
      type: 'long_text',
      label: 'Note',
      help: 'It costs {{price}}.',
      show_if: {
        none: [
          { field: 'until', at_most: { field: 'day' } },
          {
            any: [
              { field: 'taste', row: 'soup', is: 'hot' },
              { variable: 'size', is_not: 'big' },
            ],
          },
        ],
      },
    },
  ],
  variables: [
    {
      id: 'price',
      type: 'number',
      value: 1,
      rules: [
        { set: { score: 'plan' } },
        { when: { field: 'age', greater: 64 }, multiply: 0.5 },
        { when: { field: 'plan', is: 'large' }, divide: 2 },
        { when: { field: 'plan', is_not: 'none' }, add: { field: 'age' } },
        { subtract: 1 },
      ],
    },
    {
      id: 'size',
      type: 'text',
      value: 'small',
      rules: [{ when: { variable: 'price', at_least: { field: 'age' } }, set: 'big' }],
    },
  ],
  endings: [
    {
      id: 'big',
      when: { variable: 'size', is: 'big' },
      title: 'Thank you, {{name|friend}}',
      text: 'You pay {{price}}.',
      button: { label: 'Pay {{price}}', url: 'https://example.com/pay' },
    },
    { id: 'young', title: 'Sorry', url: 'https://example.com/sorry', outcome: 'disqualified' },
  ],
  quotas: [
    { id: 'soups', when: { field: 'dishes', contains: 'soup' }, limit: 50, ending: 'young' },
    { id: 'all', limit: 500 },
  ],
} as const satisfies FormDraft;
