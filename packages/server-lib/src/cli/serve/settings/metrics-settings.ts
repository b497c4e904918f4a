import { createTrustedProxies } from '../../../limiter/client-address/client-address.js';
import { isMetricsToken, type MetricsOptions, minTokenLength } from '../../../metrics/metrics-options.js';
import type { Flag } from '../../command.js';
import { usageError } from '../../command-failure.js';
import type { ParsedSettings } from '../../parsed-settings.js';

/** The flags for who can read `/metrics`. */
export const metricsFlags: readonly Flag[] = [
  {
    name: 'metrics-token',
    valueName: 'TEXT',
    help: 'serves /metrics to requests with this bearer token (default off)',
  },
  {
    name: 'metrics-addresses',
    valueName: 'RANGES',
    help: 'serves /metrics to these clients only, such as 10.0.0.0/8,::1 (default off)',
  },
];

/** Returns the option `metrics`; undefined if nobody can read them. */
export function metricsSettings(parsed: ParsedSettings): MetricsOptions | undefined {
  const token = parsed.setting('metrics-token', parseToken);
  const addresses = parsed.setting('metrics-addresses', parseAddresses);
  return token === undefined && addresses === undefined ? undefined : { token, addresses };
}

/** Does not repeat the token, because messages are logged. */
function parseToken(text: string, name: string): string {
  if (isMetricsToken(text)) return text;
  throw usageError(`${name} must have at least ${minTokenLength} printable characters and no spaces.`);
}

function parseAddresses(text: string, name: string): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  try {
    createTrustedProxies(ranges);
    return ranges;
  } catch {
    throw usageError(`${name} must be addresses and CIDR ranges, such as 10.0.0.0/8,::1, not "${text}".`);
  }
}
