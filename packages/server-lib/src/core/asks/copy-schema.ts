import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { requiredText } from '../../base/validation/text.js';
import { maxTitleLength } from '../schemas/ask-schema.js';

/** The body of a request for a copy. */
export const copyDraft = component(
  'CopyDraft',
  z.strictObject({
    title: described(
      requiredText(maxTitleLength).optional(),
      'Plain text. Default: the title of the original, followed by " (copy)".',
    ),
    site_id: described(
      z.int().positive().nullable().optional(),
      'The site of the copy; null for none. Default: the site of the original. A site key can only copy within its site.',
    ),
  }),
  { description: 'What a copy has in place of the values of the original.', examples: [{ title: 'Lunch on Friday?' }] },
);
