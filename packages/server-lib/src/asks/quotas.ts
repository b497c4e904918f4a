import { AskwellError } from '../errors.js';
import type { QuotaOptions } from '../options/options.js';
import type { Operation } from '../store/operation.js';
import { one, run } from '../store/statement.js';

/** What one account may keep. */
export type Quotas = { readonly [Name in keyof QuotaOptions]-?: NonNullable<QuotaOptions[Name]> };

const defaults: Quotas = { asks: 10_000, definitionBytes: 256 * 1024 * 1024, tickets: 1_000_000 };

/** Returns the quotas with the defaults of those that are not given. */
export function resolveQuotas({ asks, definitionBytes, tickets }: QuotaOptions = {}): Quotas {
  return {
    asks: asks ?? defaults.asks,
    definitionBytes: definitionBytes ?? defaults.definitionBytes,
    tickets: tickets ?? defaults.tickets,
  };
}

/** A write that a quota refuses: which one, and how much the account would have with it. */
export interface QuotaExceeded {
  readonly quota: keyof Quotas;
  readonly wouldBe: number;
  readonly limit: number;
}

/** How many more asks and bytes of definitions an account is to keep. */
export interface Growth {
  readonly asks: number;
  readonly bytes: number;
}

/**
 * Adds to what an account keeps, or refuses where that exceeds a quota. What does not grow is never refused, so that an
 * account above a lowered quota can still shrink.
 */
export function* claimQuota(
  account: number,
  { asks, bytes }: Growth,
  quotas: Pick<Quotas, 'asks' | 'definitionBytes'>,
): Operation<QuotaExceeded | undefined> {
  const row = yield* one<{ asks: number; definition_bytes: number }>`
    select asks, definition_bytes from askwell_accounts where id = ${account}`;
  const kept = { asks: (row?.asks ?? 0) + asks, bytes: (row?.definition_bytes ?? 0) + bytes };
  if (asks > 0 && kept.asks > quotas.asks) return { quota: 'asks', wouldBe: kept.asks, limit: quotas.asks };
  if (bytes > 0 && kept.bytes > quotas.definitionBytes) {
    return { quota: 'definitionBytes', wouldBe: kept.bytes, limit: quotas.definitionBytes };
  }
  yield* releaseQuota(account, { asks: -asks, bytes: -bytes });
  return undefined;
}

/** Takes away from what an account keeps. */
export function* releaseQuota(account: number, { asks, bytes }: Growth): Operation<void> {
  yield* run`
    update askwell_accounts set asks = asks - ${asks}, definition_bytes = definition_bytes - ${bytes} where id = ${account}`;
}

/** How many bytes the database takes for a definition. */
export function* selectByteLength(definition: string): Operation<number> {
  const row = yield* one<{ bytes: number }>`select octet_length(cast(${definition} as text)) as bytes`;
  return row?.bytes ?? 0;
}

/** Returns the refusal of a write that would exceed a quota: 409 with the numbers. */
export function quotaError({ quota, wouldBe, limit }: QuotaExceeded): AskwellError {
  const [would, most] = [wouldBe, limit].map((value) => value.toLocaleString('en'));
  return new AskwellError('conflict', messages[quota](would ?? '', most ?? ''));
}

const messages: Readonly<Record<keyof Quotas, (would: string, most: string) => string>> = {
  asks: (_would, most) =>
    `The account has its quota of ${most} polls, quizzes and forms. Delete one to create another.`,
  definitionBytes: (would, most) =>
    `The definitions of this account would take ${would} bytes, and its quota is ${most} bytes. Delete or shorten polls, quizzes or forms.`,
  tickets: (would, most) => `There would be ${would} tickets, and the quota is ${most} for each poll, quiz or form.`,
};
