import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described, documented } from '../../base/validation/documented.js';
import { rawText, requiredText } from '../../base/validation/text.js';
import { hasCredentials } from '../../base/validation/web-url.js';
import { canonicalOrigin, maxOriginLength } from '../../http/origin.js';
import type { Site, SiteChanges, SiteDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';

export const maxOrigins = 100;

/** Validates an origin and returns it as browsers send it, also for input like `HTTPS://Example.com:443/`. */
const origin = rawText(maxOriginLength, fault('invalid_origin')).transform((value, context) => {
  const canonical = canonicalOrigin(value.trim());
  if (canonical !== undefined) return canonical;
  const code = hasCredentials(value.trim()) ? 'url_with_credentials' : 'invalid_origin';
  context.addIssue({ code: 'custom', message: faultMessage(fault(code)) });
  return z.NEVER;
});

const members = {
  name: requiredText(100),
  origins: described(
    boundedArray(origin, { max: maxOrigins })
      .nullable()
      // Removes duplicates. Null becomes an empty list.
      .transform((list) => [...new Set(list)]),
    'Origins whose pages can send answers, such as `https://example.com`. An empty list or null allows all origins.',
    null,
  ),
};

const changes = z.strictObject(members).partial();
const example = { name: 'Shop', origins: ['https://shop.example.com'] };

export const siteDraft = component('SiteDraft', changes.extend({ name: members.name }), {
  description: 'The body of `POST /api/v1/sites`.',
  examples: [example],
}) satisfies z.ZodType<SiteDraft>;

export const siteChanges = component('SiteChanges', changes, {
  description: 'The body of `PATCH /api/v1/sites/{id}`. Absent members keep their values.',
  examples: [{ origins: ['https://shop.example.com', 'https://www.example.com'] }],
}) satisfies z.ZodType<SiteChanges>;

export const siteSchema = component(
  'Site',
  z.object({
    id: z.int(),
    name: members.name,
    origins: described(
      z.array(z.string()),
      'Origins whose pages can send answers, such as `https://example.com`. An empty list allows all origins.',
    ),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    version: described(z.int(), 'Increases with each change. It is also the `ETag`.'),
  }),
  {
    description: 'A site groups asks and keys, and sets the origins from which visitors can answer.',
    examples: [
      {
        id: 1,
        ...example,
        created_at: '2026-01-31T09:06:00.500127Z',
        updated_at: '2026-01-31T09:06:00.500127Z',
        version: 1,
      },
    ],
  },
) satisfies z.ZodType<Site>;

/** The path parameter with the ID of a site. */
export const siteIdParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .register(documented, {
    type: 'integer',
    pattern: undefined,
    minimum: 1,
    description: 'The ID of the site.',
    examples: [1],
  });
