import { isIP } from 'node:net';
import { z } from 'zod';
import type { Clock, Micros } from '../../base/clock.js';
import type { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { boundedArray, checkedLater } from '../../base/validation/bounded.js';
import { tryCheck } from '../../base/validation/check.js';
import { isObject } from '../../base/validation/objects.js';
import { parseTime } from '../../base/validation/time.js';
import { isIdempotencyKey } from '../../owners/access/idempotency.js';
import { externalIdSchema, maxExternalIdLength } from '../../owners/accounts/host-user.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk, Terms } from '../asks/stored-ask.js';
import { maxBatchSize } from '../schemas/batch-schema.js';
import { hashBody } from './answer-idempotency.js';
import { normalizeLanguage } from './answer-language.js';
import type { ReceiptCause, ReceivedAnswer } from './prepare-answer.js';

/** Validates a batch. Its answers are validated one by one, because an invalid one does not prevent the others. */
export const batchRequest = z.strictObject({
  answers: boundedArray(checkedLater('`parseBatchAnswer` and the kind of the ask'), { max: maxBatchSize }),
  atomic: z.boolean().default(false),
  receipts: z.boolean().default(false),
});

interface ParsingContext {
  readonly clock: Clock;
  /** Returns the key by which `one_per: "ip"` counts an address. */
  readonly countingKeyOf: (address: string) => string;
  readonly receipt: ReceiptCause;
}

/** Parses an answer of a batch, and adds the faults of the members that only batches have. */
export function parseBatchAnswer(
  entry: Readonly<Record<string, unknown>>,
  { createdAt: earliest, terms }: Pick<StoredAsk<unknown>, 'createdAt' | 'terms'>,
  faults: Faults,
  { clock, countingKeyOf, receipt }: ParsingContext,
): ReceivedAnswer {
  const { id, created_at, address, user, language, ...members } = entry;
  const key = parseText(id, 'id', faults);
  if (key !== null && !isIdempotencyKey(key)) faults.add('id', fault('invalid_idempotency_key'));
  const time = parseText(created_at, 'created_at', faults);
  const client = parseText(address, 'address', faults);
  if (client !== null && isIP(client) === 0) faults.add('address', fault('invalid_address'));
  return {
    members,
    user: parseUser(user, terms, faults),
    isUserNamed: terms.one_per === 'user',
    clientKey() {
      if (client === null) throw invalidField('address', fault('address_required'));
      return countingKeyOf(client);
    },
    idempotency: key === null ? null : { key, body: hashBody(entry), isOwners: true },
    language: parseLanguage(language, faults),
    receipt,
    createdAt: time === null ? undefined : parseCreatedAt(time, { earliest, now: clock.now() }, faults),
  };
}

/** Returns the members of an answer. Undefined if it is not an object. */
export function batchAnswerMembers(entry: unknown, faults: Faults): Readonly<Record<string, unknown>> | undefined {
  if (isObject(entry)) return entry;
  faults.add('', fault('not_an_object'));
  return undefined;
}

function parseText(value: unknown, path: string, faults: Faults): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  faults.add(path, fault('not_a_string'));
  return null;
}

/** Returns the host's own ID of the user. It is required for asks that need a user, and refused for others. */
function parseUser(value: unknown, { one_per }: Pick<Terms, 'one_per'>, faults: Faults): string | null {
  if (value === undefined && one_per !== 'user') return null;
  const { data, error } = tryCheck(externalIdSchema, value);
  if (one_per !== 'user') faults.add('user', fault('needs_user'));
  else if (value === undefined) faults.add('user', fault('required'));
  else if (error) faults.add('user', fault('invalid_external_id', { max: maxExternalIdLength }));
  return data ?? null;
}

function parseLanguage(value: unknown, faults: Faults): string | null {
  const tag = parseText(value, 'language', faults);
  const language = tag === null ? null : normalizeLanguage(tag);
  if (tag !== null && language === null) faults.add('language', fault('invalid_locale'));
  return language;
}

/**
 * The maximum time by which `created_at` may be before the creation of the ask, or in the future. A `Date` has no microseconds, and
 * the clocks of servers differ.
 */
const clockTolerance: Micros = 1_000_000;

/** Returns when an answer was given, between the creation of its ask and now. */
function parseCreatedAt(
  text: string,
  { earliest, now }: { readonly earliest: Micros; readonly now: Micros },
  faults: Faults,
): Micros | undefined {
  const at = parseTime(text);
  if (at === undefined) {
    faults.add('created_at', fault('invalid_timestamp'));
    return undefined;
  }
  if (at > now + clockTolerance) faults.add('created_at', fault('in_future'));
  else if (at < earliest - clockTolerance) faults.add('created_at', fault('before_creation'));
  return Math.max(earliest, Math.min(at, now));
}
