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
];

/** Returns the option `email`; undefined if no emails are sent. */
export function emailSettings(parsed: ParsedSettings): EmailOptions | undefined {
  const url = parsed.setting('smtp-url', parseUrl);
  const from = parsed.setting('email-from', parseFrom);
  if (url === undefined) return undefined;
  if (from === undefined) throw usageError('SMTP_URL requires EMAIL_FROM, the sender of emails.');
  return { url, from };
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
