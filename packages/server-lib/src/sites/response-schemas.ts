import { z } from 'zod';
import { timestampWire } from '../api/common-schemas.js';
import { documented, namedSchema, request } from '../validation/documented.js';
import { siteChanges, siteDraft } from './site-schema.js';
import type { Site } from './site-types.js';

const originsText = 'The origins whose pages may answer, like `https://example.com`. None listed: any may.';

/** A site as its owner reads it. */
export const siteWire = namedSchema<Site>()(
  'Site',
  z.object({
    id: z.int(),
    name: z.string(),
    origins: z.array(z.string()),
    created_at: timestampWire,
    updated_at: timestampWire,
  }),
  {
    description: 'A site groups asks and keys, and says from which origins visitors may answer.',
    members: { origins: originsText },
    examples: [
      {
        id: 1,
        name: 'Shop',
        origins: ['https://shop.example.com'],
        created_at: '2026-01-31T09:06:00.500127Z',
        updated_at: '2026-01-31T09:06:00.500127Z',
      },
    ],
  },
);

/** What the path of one site names. */
export const siteIdParam = z
  .string()
  .register(documented, { type: 'integer', minimum: 1, description: 'The id of the site.', examples: [1] });

request('SiteDraft', siteDraft, {
  members: { origins: originsText },
  examples: [{ name: 'Shop', origins: ['https://shop.example.com'] }],
});
request('SiteChanges', siteChanges, {
  description: 'What is absent stays.',
  members: { origins: 'Replaces the whole list. Null clears it, as an empty list does.' },
  examples: [{ origins: ['https://shop.example.com', 'https://www.example.com'] }],
});
