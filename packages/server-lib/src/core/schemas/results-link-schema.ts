import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';

/** The link that shows the results of an ask to anyone. */
export const resultsLink = component(
  'ResultsLink',
  z.object({
    url: described(
      z.string().nullable(),
      'The page that shows the results to anyone. Null without a link. Without the option `baseUrl`, it starts with the path.',
    ),
  }),
  {
    description: 'The link that shows the results of an ask to anyone.',
    examples: [{ url: 'https://polls.example.com/r/0b7e2f6d9c1a4e5f8d3b6a7c9e0f1d2a' }],
  },
);
