import { expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';

const forms = useFormServer();

const fields = [
  { id: 'name', type: 'short_text', label: 'Your *name*' },
  { id: 'dish', type: 'single_choice', label: 'What do you eat, {{name|friend}}?', options: ['For {{name}}', 'Soup'] },
  { id: 'rate', type: 'matrix', label: 'Rate, {{name}}', rows: ['Row of {{name}}'], options: ['{{braces}}', 'Good'] },
];

test('visitors get results with the labels of fields in place of placeholders, and owners as they are', async () => {
  const form = await forms.make(fields, { results_visibility: 'always' });
  await forms.submit(form, { name: 'Ann', dish: 'o1' });
  const named = [
    { id: 'dish', label: 'What do you eat, ‹Your name›?', options: [{ label: 'For ‹Your name›' }, { label: 'Soup' }] },
    {
      id: 'rate',
      label: 'Rate, ‹Your name›',
      rows: [{ label: 'Row of ‹Your name›', options: [{ label: '{{braces}}' }, { label: 'Good' }] }],
    },
  ];
  expect((await forms.view(form)).at('data.results.fields')).toMatchObject(named);
  expect((await forms.owner('GET', `/forms/${form}/results`)).at('data.fields')).toMatchObject([
    {},
    { label: 'What do you eat, {{name|friend}}?', options: [{ label: 'For {{name}}' }, {}] },
    { label: 'Rate, {{name}}' },
  ]);
});
