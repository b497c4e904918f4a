import { expect, test } from 'vitest';
import { resolveWebhookOptions } from './webhook-options.js';

test('webhooks are sent within ten seconds, to public addresses over https, unless options say otherwise', () => {
  const defaults = resolveWebhookOptions();
  expect(defaults).toMatchObject({ send: true, allowHttp: false, allowedAddresses: [], timeout: 10_000 });
  expect(resolveWebhookOptions({ timeout: undefined, allowHttp: true })).toEqual({ ...defaults, allowHttp: true });
});

test('the delays between attempts span more than a day', () => {
  const { retryDelays } = resolveWebhookOptions();
  expect(retryDelays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(24 * 3_600);
});
