import type { QuotaOptions } from '../../../asks/quota-options.js';
import type { Flag } from '../../command.js';
import { usageError } from '../../command-failure.js';
import type { ParsedSettings } from '../../parsed-settings.js';

/** The flags that limit what an account can store. */
export const quotaFlags: readonly Flag[] = [
  {
    name: 'quota-asks',
    valueName: 'NUMBER',
    help: 'maximum of polls, quizzes and forms of an account (default 10000)',
  },
  {
    name: 'quota-created-asks',
    valueName: 'NUMBER',
    help: 'maximum of polls, quizzes and forms that an account can create, with those that it has deleted (default 1000000)',
  },
  {
    name: 'quota-definition-bytes',
    valueName: 'NUMBER',
    help: "maximum bytes of the definitions of an account's polls, quizzes and forms (default 268435456)",
  },
  {
    name: 'quota-tickets',
    valueName: 'NUMBER',
    help: 'maximum of tickets of one poll, quiz or form (default 1000000)',
  },
  { name: 'quota-webhooks', valueName: 'NUMBER', help: 'maximum of webhooks of an account (default 20)' },
];

/** Returns the quotas that are set. */
export function quotaSettings(parsed: ParsedSettings): QuotaOptions {
  return {
    asks: parsed.setting('quota-asks', parseQuota),
    createdAsks: parsed.setting('quota-created-asks', parseQuota),
    definitionBytes: parsed.setting('quota-definition-bytes', parseQuota),
    tickets: parsed.setting('quota-tickets', parseQuota),
    webhooks: parsed.setting('quota-webhooks', parseQuota),
  };
}

function parseQuota(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw usageError(`${name} must be a whole number of at least 0, not "${text}".`);
  return Number(text);
}
