import { defaultEmailLimits, type EmailLimits, maxEmailLimit } from '../../../email/email-limits.js';
import { type EmailOptions, parseSender } from '../../../email/email-options.js';
import { isSmtpUrl } from '../../../email/transports/smtp-url.js';
import type { Flag } from '../../command.js';
import { usageError } from '../../command-failure.js';
import type { ParsedSettings } from '../../parsed-settings.js';

/** The flags for sending emails. */
export const emailFlags: readonly Flag[] = [
  {
    name: 'smtp-url',
    valueName: 'URL',
    help: 'sends emails through this server: smtp://user:password@host:587 or smtps://… (default: no emails)',
  },
  {
    name: 'email-from',
    valueName: 'SENDER',
    help: 'the sender of emails, such as "Polls <polls@example.com>"; required with --smtp-url',
  },
  limitFlag('email-per-hour', 'receipts and notices of the service in an hour', 'perHour'),
  limitFlag('email-per-account', 'receipts and notices of an account in an hour', 'perAccount'),
  limitFlag('email-per-new-account', 'receipts of an account in its first 20 hours', 'perNewAccount'),
  limitFlag('email-per-client', 'receipts that a client causes in an hour', 'perClient'),
  limitFlag('email-per-address', 'receipts to an address in an hour', 'perAddress'),
];

function limitFlag(name: string, help: string, limit: keyof EmailLimits): Flag {
  return { name, valueName: 'NUMBER', help: `maximum of ${help} (default ${defaultEmailLimits[limit]})` };
}

/** Returns the option `email`; undefined if no emails are sent. */
export function emailSettings(parsed: ParsedSettings): EmailOptions | undefined {
  const url = parsed.setting('smtp-url', parseUrl);
  const from = parsed.setting('email-from', parseFrom);
  const limits = {
    perHour: parsed.setting('email-per-hour', parseLimit),
    perAccount: parsed.setting('email-per-account', parseLimit),
    perNewAccount: parsed.setting('email-per-new-account', parseLimit),
    perClient: parsed.setting('email-per-client', parseLimit),
    perAddress: parsed.setting('email-per-address', parseLimit),
  };
  if (url === undefined) return undefined;
  if (from === undefined) throw usageError('SMTP_URL requires EMAIL_FROM, the sender of emails.');
  return { url, from, limits };
}

/** Does not repeat the URL, because it may contain a password. */
function parseUrl(text: string, name: string): string {
  if (isSmtpUrl(text)) return text;
  throw usageError(
    `${name} must be a URL such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com.`,
  );
}

function parseFrom(text: string, name: string): string {
  if (parseSender(text)) return text;
  throw usageError(
    `${name} must be an address such as polls@example.com or "Polls <polls@example.com>", not "${text}".`,
  );
}

function parseLimit(text: string, name: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxEmailLimit) return limit;
  throw usageError(`${name} must be a whole number from 1 to ${maxEmailLimit}, not "${text}".`);
}
