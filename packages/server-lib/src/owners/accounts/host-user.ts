import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { truncate } from '../../base/truncate.js';
import type { CallParameter } from '../../base/validation/call-checks.js';
import { tryCheck } from '../../base/validation/check.js';
import { isObject } from '../../base/validation/objects.js';
import { describeValue, OptionError } from '../../base/validation/option-error.js';
import { isStorable, rawText } from '../../base/validation/text.js';
import type { HostUser } from '../../http/host-user.js';
import { fault } from '../../shared/faults/fault.js';
import { email } from './registration-schema.js';

/** The maximum length of the host's own IDs of users. */
export const maxExternalIdLength = 255;
const maxNameLength = 100;
const maxHostNameLength = 10_000;

/** The argument of `getUser`. */
export interface GetUserContext<HostRequest = unknown> {
  readonly headers: Headers;
  /** The request of the host's framework, with everything its middleware attached. */
  readonly request: HostRequest;
}

/** A method, whose parameters TypeScript compares loosely: a `getUser` for one framework's request is assignable. */
interface UserSource<HostRequest> {
  getUser(context: GetUserContext<HostRequest>): HostUser | null | undefined | Promise<HostUser | null | undefined>;
}

/** Returns the user who is signed in to the host app; null if nobody is. */
export type GetUser<HostRequest = unknown> = UserSource<HostRequest>['getUser'];

const invalidExternalId = fault('invalid_external_id', { max: maxExternalIdLength });
/** The value of `String(user.id)` for a user without an ID. All such users would share one account. */
const textsOfNoId: readonly string[] = ['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'];

/** The host's own ID of a user. */
export const externalIdSchema = rawText(maxExternalIdLength, invalidExternalId).refine(
  (id) => id !== '' && id.length <= maxExternalIdLength && isStorable(id) && !textsOfNoId.includes(id),
  {
    error: faultMessage(invalidExternalId),
  },
);

/** Truncates names that are too long for an account, since the host may allow longer ones. */
export const hostNameSchema = rawText(maxHostNameLength)
  .transform((name) => truncate(name.trim(), maxNameLength))
  .refine((name) => name !== '' && isStorable(name), { error: faultMessage(fault('required')) });

/** Auth.js has the time of the verification, other libraries have true or false. */
export const emailVerifiedSchema = z.union([z.boolean(), z.date(), z.null()]).optional();

/** Returns whether the host has verified the email of a user. */
export function isEmailVerified(emailVerified: HostUser['emailVerified']): boolean {
  return emailVerified === true || emailVerified instanceof Date;
}

/** The email of a host user. Null and undefined: the user has no email. */
export const optionalEmail = email.nullish();

const hostUserSchema = z.object({
  id: externalIdSchema,
  name: hostNameSchema,
  email: optionalEmail,
  emailVerified: emailVerifiedSchema,
}) satisfies z.ZodType<HostUser>;

const hostUserIdSchema = z.object({ id: externalIdSchema });

/** The parameter of in-process calls that is a user of the host. */
export const userParameter: CallParameter = {
  name: 'user',
  expected: 'a user { id, name, email? }',
  accepts: (value) => tryCheck(hostUserSchema, value).success,
  hint: (value) => (isObject(value) ? describeProblem(value) : undefined),
};

/** Says which member of a user is wrong. The message is logged, so it must not contain personal data. */
function describeProblem(value: object): string {
  const member = String(tryCheck(hostUserSchema, value).error?.issues[0]?.path[0] ?? 'id');
  const memberValue: unknown = Reflect.get(value, member);
  return `"${member}" ${typeof memberValue === 'string' ? 'is not valid' : `is ${describeValue(memberValue)}`}.`;
}

/**
 * Validates only the ID of the user that the host returned. Answers need nothing else, so that a user without a name
 * can answer too.
 *
 * @param source The name of the option or parameter, for the message.
 * @throws OptionError if there is a user without a valid ID.
 */
export function parseHostUserId(value: unknown, source: string): string | null {
  if (value === null || value === undefined) return null;
  const { data } = tryCheck(hostUserIdSchema, value);
  if (data) return data.id;
  const id: unknown = typeof value === 'object' ? Reflect.get(value, 'id') : value;
  const problem = typeof id === 'string' ? 'a string that is not valid' : describeValue(id);
  throw new OptionError(
    `${source}: expected a user whose "id" is a string of 1 to ${maxExternalIdLength} characters, got ${problem}.`,
  );
}

/**
 * Validates the user that the host returned.
 *
 * @param source The name of the option or parameter, for the message.
 * @throws OptionError that names the invalid member.
 */
export function parseHostUser(value: unknown, source: string): HostUser | null {
  if (value === null || value === undefined) return null;
  const { data, error } = tryCheck(hostUserSchema, value);
  if (data) return data;
  if (!isObject(value) || error.issues[0]?.path.length === 0) {
    throw new OptionError(`${source}: expected a user { id, name, email? } or null, got ${describeValue(value)}.`);
  }
  throw new OptionError(`${source}: expected a user { id, name, email? } or null, but ${describeProblem(value)}`);
}
