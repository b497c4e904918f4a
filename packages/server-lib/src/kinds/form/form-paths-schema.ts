import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { exampleIds } from '../../core/schemas/examples.js';

const number = z.int().min(0);

const pathStep = component(
  'FormPathStep',
  z.object({
    from: described(z.string().nullable(), 'The ID of the `page` field. Null: the fields before the first one.'),
    to: described(
      z.string(),
      'The ID of the page or the ending that followed, or `submit` for the end of a form without an ending.',
    ),
    submissions: number,
  }),
  {
    description: 'How many submissions went from a page to another page or to the end.',
    examples: [{ from: null, to: 'about_you', submissions: 40 }],
  },
);

const reachedEnding = component('ReachedEnding', z.object({ id: z.string(), submissions: number }), {
  description: 'How many submissions reached an ending.',
  examples: [{ id: 'thanks', submissions: 30 }],
});

/** The paths of submissions through a form. */
export const formPaths = component(
  'FormPaths',
  z.object({
    form_id: z.string(),
    steps: described(z.array(pathStep), 'The steps, in the order of the pages, the most frequent one of a page first.'),
    endings: described(z.array(reachedEnding), 'The endings that were reached, in the order of the form.'),
    matching_answers: described(number, 'The submissions whose paths are counted, because they match the filters.'),
    oldest_left_out: described(z.boolean(), 'Whether older submissions were not counted, because there are too many.'),
  }),
  {
    description: 'The paths of submissions through the pages of a form.',
    examples: [
      {
        form_id: exampleIds.ask.form,
        steps: [
          { from: null, to: 'about_you', submissions: 40 },
          { from: 'about_you', to: 'thanks', submissions: 30 },
          { from: 'about_you', to: 'too_young', submissions: 10 },
        ],
        endings: [
          { id: 'thanks', submissions: 30 },
          { id: 'too_young', submissions: 10 },
        ],
        matching_answers: 40,
        oldest_left_out: false,
      },
    ],
  },
);
