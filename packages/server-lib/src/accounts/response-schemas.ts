import { z } from 'zod';
import { timestampWire } from '../api/common-schemas.js';
import type { ApiKey } from '../keys/key-types.js';
import { namedSchema } from '../validation/documented.js';
import type { Account } from './account-types.js';

const keyExample: ApiKey = {
  id: 1,
  name: 'Shop',
  description: null,
  masked_key: 'ask_4Tzk••••••q0Wd',
  last_used_at: '2026-01-31T09:05:07.004213Z',
  created_at: '2026-01-31T09:00:00.118403Z',
};

const apiKeyWire = namedSchema<ApiKey>()(
  'ApiKey',
  z.object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    masked_key: z.string().regex(/^[a-z]{2,12}_[A-Za-z0-9]{4}•{6}[A-Za-z0-9]{4}$/),
    last_used_at: timestampWire.nullable(),
    created_at: timestampWire,
  }),
  {
    description: 'An API key as it is shown after its creation.',
    members: {
      name: 'Which site or integration the key is for.',
      masked_key: 'The key itself is shown once, when it is created.',
      last_used_at: 'Null until the key is first used.',
    },
    examples: [keyExample],
  },
);

/** An account, as its keys read it. */
export const accountWire = namedSchema<Account>()(
  'Account',
  z.object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    api_keys: z.array(apiKeyWire),
    created_at: timestampWire,
  }),
  {
    description: 'An owner’s account.',
    members: {
      api_keys: 'In the order of their creation. A key that is scoped to a site sees that site’s keys alone.',
    },
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
