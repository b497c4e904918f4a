import { z } from 'zod';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';

const keyExample = {
  id: 1,
  name: 'Shop',
  description: null,
  masked_key: 'ask_4Tzk••••••q0Wd',
  last_used_at: '2026-01-31T09:05:07.004213Z',
  created_at: '2026-01-31T09:00:00.118403Z',
};

const apiKeySchema = component(
  'ApiKey',
  z.object({
    id: z.int(),
    name: described(z.string(), 'The site or integration that uses the key.'),
    description: z.string().nullable(),
    masked_key: described(
      z.string().regex(/^[a-z]{2,12}_[A-Za-z0-9]{4}•{6}[A-Za-z0-9]{4}$/),
      'The prefix, the first and the last characters of the key: `ask_4Tzk••••••q0Wd`.',
    ),
    last_used_at: described(timestampSchema.nullable(), 'Null if the key was never used.'),
    created_at: timestampSchema,
  }),
  { description: 'An API key. The key itself is only shown when it is created.', examples: [keyExample] },
);

export const accountSchema = component(
  'Account',
  z.object({
    id: z.int(),
    name: z.string(),
    email: described(z.string(), 'Empty if the account has no email.'),
    api_keys: described(
      z.array(apiKeySchema),
      'By ascending `id`. A key that is scoped to a site only sees the keys of that site.',
    ),
    created_at: timestampSchema,
  }),
  {
    description: 'The account of an owner.',
    examples: [
      {
        id: 1,
        name: 'Owner',
        email: 'owner@example.com',
        api_keys: [keyExample],
        created_at: '2026-01-31T08:59:12.731650Z',
      },
    ],
  },
);
