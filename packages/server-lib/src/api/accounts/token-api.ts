import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import { isJsonObject, isJsonValue } from '../../base/validation/json-value.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import { maxTokenBytes } from '../../owners/tokens/limits.js';
import { type TokenDraft, tokenDraftSchema } from '../../owners/tokens/token-access.js';
import type { CreatedToken, OwnedToken, TokenService } from '../../owners/tokens/token-service.js';
import { fault } from '../../shared/faults/fault.js';

/** Tokens with which pages of your app edit polls, quizzes and forms. They work on no route of the API. */
export interface TokenApi {
  /**
   * Creates a token. It works for an hour, unless `expiresIn` says otherwise.
   *
   * @throws AskwellError with the code `invalid`, or `not_found` if there is no such account or ask.
   * @example
   * const { raw } = await askwell.tokens.create(user.id, { asks: [form.id], can: ['edit', 'publish', 'results'] });
   */
  create(account: AccountRef, draft: TokenDraft): Promise<CreatedToken>;
  /** Returns the tokens that work, oldest first. */
  list(account: AccountRef): Promise<OwnedToken[]>;
  /**
   * Ends a token. The next request with it is refused.
   *
   * @throws AskwellError with the code `not_found` if the account has no such token.
   */
  revoke(account: AccountRef, id: number): Promise<void>;
}

/** The services of a kind, which find an ask. */
interface NamedAsks {
  readonly asks: { find(scope: Scope, id: string): Promise<object | undefined> };
}

/** @param scopeOf Throws `not_found` for an account that does not exist. */
export function createTokenApi(
  tokens: TokenService,
  finders: readonly NamedAsks[],
  scopeOf: (account: AccountRef) => Promise<Scope>,
  findScope: (account: AccountRef) => Promise<Scope | undefined>,
): TokenApi {
  async function requireAsk(scope: Scope, id: string): Promise<void> {
    for (const { asks } of finders) if (await asks.find(scope, id)) return;
    throw new AskwellError('not_found');
  }

  return {
    async create(account, draft) {
      const scope = await scopeOf(account);
      const { asks = null, expiresIn, locked = {}, ...allowed } = check(tokenDraftSchema, draft);
      // A new ask would be out of reach of the token.
      if (asks && allowed.can.includes('create')) throw invalidField('can', fault('invalid_value'));
      for (const id of asks ?? []) await requireAsk(scope, id);
      // Also refuses functions, dates and undefined values, which JSON would change.
      if (!isJsonValue(locked) || !isJsonObject(locked)) throw invalidField('locked', fault('not_json'));
      const access = { asks, ...allowed, locked };
      if (Buffer.byteLength(JSON.stringify(access)) > maxTokenBytes)
        throw invalidField('locked', fault('too_large', { max: maxTokenBytes }));
      return tokens.create(scope, access, expiresIn);
    },
    async list(account) {
      // A user of the host who has no account yet has no tokens.
      const scope = await findScope(account);
      return scope ? tokens.list(scope) : [];
    },
    revoke: async (account, id) => tokens.revoke(await scopeOf(account), id),
  };
}
