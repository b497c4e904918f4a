import { randomBytes } from 'node:crypto';
import type { Scope } from '../../access/scope.js';
import type { Clock } from '../../clock.js';
import { sha256 } from '../../crypto/hash.js';
import { toHex } from '../../crypto/hex.js';
import { shortHmac } from '../../crypto/hmac.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { AskKind } from '../ask-types.js';
import { deleteResultLink, saveResultLink, selectLinkedAsk, selectResultLink } from './link-queries.js';

const nonceBytes = 16;
const tokenPattern = /^[0-9a-f]{32}$/;

interface ResultLinksOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** Creates, finds and withdraws the links that show results to anyone. */
export type ResultLinks = ReturnType<typeof createResultLinks>;

export function createResultLinks({ store, clock, secret }: ResultLinksOptions) {
  const tokenOf = (ask: number, nonce: Uint8Array) =>
    shortHmac(secret.key, `askwell result link ${ask} ${toHex(nonce)}`);

  /** Returns the token of an ask. Null without a link, and after the secret has changed. */
  async function find(ask: number): Promise<string | null> {
    const row = await store.read(selectResultLink(ask));
    if (!row) return null;
    const token = tokenOf(ask, row.nonce);
    return sha256(token).equals(row.token_hash) ? token : null;
  }

  return {
    find,

    /** Creates the link of an ask, unless it has one. */
    async create({ account }: Scope, ask: number): Promise<void> {
      if ((await find(ask)) !== null) return;
      const nonce = randomBytes(nonceBytes);
      const token_hash = sha256(tokenOf(ask, nonce));
      const isSaved = await store.run(saveResultLink, { account, ask, nonce, token_hash, at: clock.now() });
      if (!isSaved) throw new AskwellError('not_found');
    },

    /** Deletes the link of an ask. Its token never works again. */
    withdraw: ({ account }: Scope, ask: number): Promise<void> => store.run(deleteResultLink, { account, ask }),

    /** Returns the ask that a token is for. After the secret has changed, no earlier token works. */
    async resolve(token: string): Promise<{ seq: number; kind: AskKind } | undefined> {
      const linked = tokenPattern.test(token) ? await store.read(selectLinkedAsk(sha256(token))) : undefined;
      return linked && tokenOf(linked.seq, linked.nonce) === token ? linked : undefined;
    },
  };
}
