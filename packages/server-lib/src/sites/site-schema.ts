import { z } from 'zod';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { isStorable, requiredText } from '../validation/text.js';
import type { SiteChanges, SiteDraft } from './site-types.js';

const longestUrl = 2_048;
const mostOrigins = 100;

/** An origin as browsers send it; written carelessly (`HTTPS://Example.com:443/`) it is put right. */
const origin = z.string().transform((value, context) => {
  const canonical = canonicalOrigin(value.trim());
  if (canonical !== undefined) return canonical;
  context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_origin')) });
  return z.NEVER;
});

/** A star would be a host to URL parsers, and to whoever wrote it a pattern that is never matched. */
const bareOrigin = /^https?:\/\/[^/?#@\\\s*]+\/?$/i;

/** URLs take more, such as a semicolon, but no host is called so, and the list goes into headers. */
const hostedOrigin = /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/;

function canonicalOrigin(text: string): string | undefined {
  if (!isStorable(text) || text.length > longestUrl || !bareOrigin.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return hostedOrigin.test(origin) ? origin : undefined;
}

/** A list, each once; null clears it. */
const origins = z
  .array(origin)
  .max(mostOrigins)
  .nullable()
  .transform((list) => [...new Set(list)]);

export const siteDraft = z.strictObject({
  name: requiredText(100),
  origins: origins.optional(),
}) satisfies z.ZodType<SiteDraft>;

export const siteChanges = z.strictObject({
  name: requiredText(100).optional(),
  origins: origins.optional(),
}) satisfies z.ZodType<SiteChanges>;
