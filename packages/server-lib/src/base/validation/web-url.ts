import { z } from 'zod';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';
import { countCodePoints } from './text.js';

export const maxUrlLength = 2_048;

/** `URL` drops line breaks and tabs, and escapes other characters silently. Refuse them instead. */
const forbiddenCharacters = /[\p{Cc}\p{Cs}]/u;

/**
 * Returns whether a text is a URL with a user name or a password. Everybody who sees the URL would know the password, and a user name
 * like a host name hides where the URL leads: `https://example.com@other.example`.
 */
export function hasCredentials(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username + url.password !== '';
}

/** Returns why a text is not an http or https URL that others can see. */
export function webUrlFault(text: string): Fault | undefined {
  const isUrl =
    /^https?:\/\//i.test(text) &&
    !forbiddenCharacters.test(text) &&
    countCodePoints(text) <= maxUrlLength &&
    URL.canParse(text);
  if (!isUrl) return fault('invalid_url');
  return hasCredentials(text) ? fault('url_with_credentials') : undefined;
}

/** Validates an http or https URL. */
export const webUrl = z
  .string()
  .check(({ value, issues }) => {
    const found = webUrlFault(value);
    if (found) issues.push({ code: 'custom', message: faultMessage(found), input: value });
  })
  .register(documented, { pattern: '^[hH][tT][tT][pP][sS]?://', maxLength: maxUrlLength });
