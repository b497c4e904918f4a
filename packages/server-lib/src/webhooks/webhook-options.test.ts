import { expect, test } from 'vitest';
import { resolveWebhookOptions } from './webhook-options.js';

test('webhooks are sent within ten seconds, to public addresses over https, unless options say otherwise', () => {
  const defaults = resolveWebhookOptions();
  expect(defaults).toMatchObject({ send: true, allowHttp: false, allowedAddresses: [], timeout: 10_000 });
  expect(resolveWebhookOptions({ timeout: undefined, allowHttp: true })).toEqual({ ...defaults, allowHttp: true });
});
