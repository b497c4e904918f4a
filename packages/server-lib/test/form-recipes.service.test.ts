import { expect, test } from 'vitest';
import { useFormVisits } from './support/asks/form-visits.js';
import { recipesOf } from './support/docs/form-recipes.js';

const recipes = await recipesOf('form-logic.md');
const forms = useFormVisits();

test('the page has ten recipes with visitors and personal texts', () => {
  expect(recipes).toHaveLength(10);
  expect(recipes.filter(({ visitors }) => visitors.length < 3)).toEqual([]);
  expect(recipes.filter(({ json }) => !/\{\{name(\|[^{}]+)?\}\}/.test(json))).toEqual([]);
});

test.each(recipes)('the recipe "$title" in form-logic.md does what its table says', async ({ json, visitors }) => {
  const form = await forms.create(JSON.parse(json));
  // In order, because quotas count the visitors before.
  for (const { answers, outcome } of visitors) {
    const { fields, variables, ending, reads } = await form.visit(JSON.parse(answers));
    const end = ending === null ? reads : `${ending}: ${reads}`;
    expect({ answers, fields, variables, end }).toEqual({ answers, ...outcome });
  }
});
