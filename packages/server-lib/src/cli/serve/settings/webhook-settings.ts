import { createTrustedProxies } from '../../../limiter/client-address/client-address.js';
import type { WebhookOptions } from '../../../webhooks/webhook-options.js';
import type { Flag } from '../../command.js';
import { usageError } from '../../command-failure.js';
import type { ParsedSettings } from '../../parsed-settings.js';
import { parseSwitch } from './setting-parsers.js';

/** The flags of webhooks. */
export const webhookFlags: readonly Flag[] = [
  {
    name: 'webhook-allow-http',
    valueName: 'SWITCH',
    help: 'allows webhooks with http:// URLs: on or off (default off)',
  },
  {
    name: 'webhook-allowed-addresses',
    valueName: 'RANGES',
    help: 'private addresses to which webhooks may be sent, such as 10.1.0.0/16 (default none)',
  },
  {
    name: 'webhook-timeout',
    valueName: 'SECONDS',
    help: 'how long a URL may take to answer a webhook: 1 to 60 (default 10)',
  },
];

/** Returns the settings of webhooks. */
export function webhookSettings(parsed: ParsedSettings): WebhookOptions {
  return {
    allowHttp: parsed.setting('webhook-allow-http', parseSwitch),
    allowedAddresses: parsed.setting('webhook-allowed-addresses', parseRanges),
    timeout: parsed.setting('webhook-timeout', parseTimeout),
  };
}

/** Returns milliseconds. */
function parseTimeout(text: string, name: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 60) throw usageError(`${name} must be a number of seconds from 1 to 60, not "${text}".`);
  return seconds * 1_000;
}

function parseRanges(text: string, name: string): string[] {
  const list = text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '');
  try {
    createTrustedProxies(list);
    return list;
  } catch {
    throw usageError(`${name} must be addresses and CIDR ranges, separated by commas, not "${text}".`);
  }
}
