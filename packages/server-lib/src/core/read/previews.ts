import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, Micros } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import type { Operation } from '../../db/operation.js';
import { one } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectAskBySeq, selectAskHead } from '../asks/ask-queries.js';
import type { AskService } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindTypes } from '../kind-types.js';

const lifetime: Micros = 7 * 24 * 3600 * 1_000_000;
const expiryBytes = 8;
const macBytes = 16;

interface PreviewsOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** Creates the functions that show drafts to anyone with a signed link. */
export function createPreviews<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  store,
  clock,
  secret,
}: PreviewsOptions<Draft, Own, Body, W>) {
  return {
    /** Returns a token for the link. */
    sign: (ask: StoredAsk<Own>): string => signPreview(secret.key, asks.wireId(ask), clock.now()),

    /** Returns the draft of a token. Undefined if the draft does not exist, or the token is missing or invalid. */
    async find(wireId: string, token: string | undefined): Promise<StoredAsk<Own> | undefined> {
      const id = asks.bareId(wireId);
      const signedAt = token ? previewSignedAt(secret.key, wireId, token, clock.now()) : undefined;
      if (id === undefined || signedAt === undefined) return undefined;
      const head = await store.read(selectAskHead(asks.kind.name, id));
      const row = head && (await store.read(selectAskBySeq(head.seq)));
      if (row?.status !== 'draft' || !(await store.read(isSignedByOwner(row.seq, signedAt)))) return undefined;
      return asks.parse(row);
    },
  };
}

/** Returns whether a link was signed after the owner last removed the access of others, if the owner ever did. */
function* isSignedByOwner(ask: number, signedAt: Micros): Operation<boolean> {
  const row = yield* one`
    select 1 from askwell_asks a join askwell_accounts o on o.id = a.account_id
    where a.seq = ${ask} and (o.access_removed_at is null or o.access_removed_at < ${signedAt})`;
  return row !== undefined;
}

/** Returns the query of a preview link. */
export function previewQuery(token: string): string {
  return `?preview=${token}`;
}

/** Returns a token with which anyone can see a draft for seven days. */
function signPreview(secret: Buffer, wireId: string, now: Micros): string {
  const expiry = Buffer.alloc(expiryBytes);
  expiry.writeBigUInt64BE(BigInt(now + lifetime));
  return Buffer.concat([expiry, previewMac(secret, wireId, expiry)]).toString('base64url');
}

/**
 * Returns when a token was signed, if it is for this draft and has not expired; otherwise undefined. Needs no query, so it says
 * nothing about the ask.
 */
function previewSignedAt(secret: Buffer, wireId: string, token: string, now: Micros): Micros | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding is lenient. Only accept the canonical encoding.
  if (bytes.length !== expiryBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const expiry = bytes.subarray(0, expiryBytes);
  const isSigned = timingSafeEqual(bytes.subarray(expiryBytes), previewMac(secret, wireId, expiry));
  const expiresAt = Number(expiry.readBigUInt64BE());
  return isSigned && now < expiresAt ? expiresAt - lifetime : undefined;
}

function previewMac(secret: Buffer, wireId: string, expiry: Buffer): Buffer {
  return createHmac('sha256', secret).update(`preview\0${wireId}\0`).update(expiry).digest().subarray(0, macBytes);
}
