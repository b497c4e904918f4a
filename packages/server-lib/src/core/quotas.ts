import { AskwellError } from '../base/errors.js';
import type { Operation } from '../db/operation.js';
import { one, run } from '../db/sql/statement.js';
import type { QuotaOptions } from './quota-options.js';

/** The limits of what one account may store. */
export type Quotas = { readonly [Name in keyof QuotaOptions]-?: NonNullable<QuotaOptions[Name]> };

/** The quotas of an instance that sets none. */
export const defaultQuotas: Quotas = {
  asks: 10_000,
  createdAsks: 1_000_000,
  definitionBytes: 256 * 1024 * 1024,
  tickets: 1_000_000,
  webhooks: 20,
};

/** Returns complete quotas, with defaults for absent values. */
export function resolveQuotas({ asks, createdAsks, definitionBytes, tickets, webhooks }: QuotaOptions = {}): Quotas {
  return {
    asks: asks ?? defaultQuotas.asks,
    createdAsks: createdAsks ?? defaultQuotas.createdAsks,
    definitionBytes: definitionBytes ?? defaultQuotas.definitionBytes,
    tickets: tickets ?? defaultQuotas.tickets,
    webhooks: webhooks ?? defaultQuotas.webhooks,
  };
}

/** A write that would exceed a quota, with the value it would reach. */
export interface QuotaExceeded {
  readonly quota: keyof Quotas;
  readonly wouldBe: number;
  readonly limit: number;
}

/** The number of asks and of bytes of definitions that a write adds. */
export interface Growth {
  readonly asks: number;
  readonly bytes: number;
}

/**
 * Adds to the stored amounts of an account, or returns the quota that would be exceeded. Writes that add nothing are
 * always accepted, so that an account above a lowered quota can shrink.
 */
export function* claimQuota(
  account: number,
  { asks, bytes }: Growth,
  quotas: Pick<Quotas, 'asks' | 'createdAsks' | 'definitionBytes'>,
): Operation<QuotaExceeded | undefined> {
  const row = yield* one<{ asks: number; deleted_ids: number; definition_bytes: number }>`
    select asks, deleted_ids, definition_bytes from askwell_accounts where id = ${account}`;
  const total = { asks: (row?.asks ?? 0) + asks, bytes: (row?.definition_bytes ?? 0) + bytes };
  if (asks > 0 && total.asks > quotas.asks) return { quota: 'asks', wouldBe: total.asks, limit: quotas.asks };
  const created = total.asks + (row?.deleted_ids ?? 0);
  if (asks > 0 && created > quotas.createdAsks)
    return { quota: 'createdAsks', wouldBe: created, limit: quotas.createdAsks };
  if (bytes > 0 && total.bytes > quotas.definitionBytes) {
    return { quota: 'definitionBytes', wouldBe: total.bytes, limit: quotas.definitionBytes };
  }
  yield* releaseQuota(account, { asks: -asks, bytes: -bytes });
  return undefined;
}

/** Subtracts from the stored amounts of an account. */
export function* releaseQuota(account: number, { asks, bytes }: Growth): Operation<void> {
  yield* run`
    update askwell_accounts set asks = asks - ${asks}, definition_bytes = definition_bytes - ${bytes} where id = ${account}`;
}

/** Selects how many asks an account has. */
export function selectAskCount({ account }: { readonly account: number }): Operation<{ asks: number } | undefined> {
  return one<{ asks: number }>`select asks from askwell_accounts where id = ${account}`;
}

/** Returns the number of bytes of a definition as the database counts them. */
export function* selectByteLength(definition: string): Operation<number> {
  const row = yield* one<{ bytes: number }>`select octet_length(cast(${definition} as text)) as bytes`;
  return row?.bytes ?? 0;
}

/** Returns the error for a write that would exceed a quota: 409 with the numbers. */
export function quotaError({ quota, wouldBe, limit }: QuotaExceeded): AskwellError {
  const [would, max] = [wouldBe, limit].map((value) => value.toLocaleString('en'));
  return new AskwellError('conflict', messages[quota](would ?? '', max ?? ''));
}

const messages: Readonly<Record<keyof Quotas, (would: string, max: string) => string>> = {
  asks: (_would, max) =>
    `This account has reached its quota of ${max} polls, quizzes and forms. Delete one to create another.`,
  createdAsks: (_would, max) =>
    `This account has reached its quota of ${max} polls, quizzes and forms, with those that it has deleted.`,
  definitionBytes: (would, max) =>
    `The definitions of this account would take ${would} bytes, which exceeds its quota of ${max} bytes. Delete or shorten polls, quizzes or forms.`,
  tickets: (would, max) =>
    `There would be ${would} tickets, which exceeds the quota of ${max} for each poll, quiz or form.`,
  webhooks: (_would, max) => `This account has reached its quota of ${max} webhooks. Delete one to create another.`,
};
