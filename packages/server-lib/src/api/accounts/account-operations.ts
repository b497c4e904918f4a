import { z } from 'zod';
import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { parseId } from '../../base/validation/id.js';
import { rawText } from '../../base/validation/text.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { AccountRow } from '../../owners/accounts/account-queries.js';
import { accountSchema } from '../../owners/accounts/account-schema.js';
import type { AccountService } from '../../owners/accounts/account-service.js';
import type { EmailVerifications } from '../../owners/accounts/email-verification.js';
import { newPasswordSchema } from '../../owners/accounts/password-schema.js';
import { credentialsSchema, registrationSchema } from '../../owners/accounts/registration-schema.js';
import type { SessionService } from '../../owners/accounts/session-service.js';
import type { KeyService } from '../../owners/keys/key-service.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import type { Account } from '../../shared/contract/resources.js';
import {
  allAt,
  defineOperation,
  defineSessionOperation,
  noInput,
  ownAccount,
  type SessionCall,
  type SessionTarget,
} from '../operations/operation.js';

/** Returns the operation that reads the account of an API key. */
export function meOperation(accounts: AccountService, keys: KeyService) {
  return defineOperation({
    method: 'GET',
    target: allAt('/api/v1/me'),
    doc: {
      id: 'getMe',
      summary: 'Read the account a key belongs to',
      responses: [resourceResponse(accountSchema)],
      tool: { name: 'get_account' },
    },
    effect: 'read',
    input: noInput,
    // `last_used_at` changes with each request.
    isConditional: false,
    async run({ scope }) {
      const [row, visibleKeys] = await Promise.all([requireAccount(accounts, scope.account), keys.listVisible(scope)]);
      const { id, name, email, created_at: createdAt } = row;
      const data: Account = {
        id,
        name,
        email: email ?? '',
        api_keys: visibleKeys,
        created_at: formatTimestamp(createdAt),
      };
      return { data };
    },
  });
}

/** The services behind the operations on accounts. */
export interface AccountServices {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
  readonly securityEvents: SecurityEvents;
  /** Undefined if no emails are sent. */
  readonly verifications: EmailVerifications | undefined;
}

/** A session as the target of operations: its ID. */
const oneSession: SessionTarget<number> = {
  params: { id: z.string() },
  find: async (_scope, { id = '' }) => parseId(id),
};

/** The maximum length of the token of a link. */
const maxTokenLength = 64;
const { password } = credentialsSchema.shape;
const { name, email } = registrationSchema.shape;
const token = z.strictObject({ token: rawText(maxTokenLength) });

/** Returns what an owner can do with the account of the session. */
export function accountOperations({ accounts, sessions, securityEvents, verifications }: AccountServices) {
  return {
    get: defineSessionOperation({
      target: ownAccount,
      input: noInput,
      async run({ session: { account, isOfHost } }) {
        const row = await requireAccount(accounts, account.id);
        return {
          email: row.email,
          /** Whether the host app manages the name and email. */
          isOfHost: isOfHost || row.host_user !== null,
          isEmailVerified: row.email_verified_at !== null,
        };
      },
    }),

    rename: defineSessionOperation({
      target: ownAccount,
      input: z.strictObject({ name }),
      run: ({ session }, changes) => accounts.changeName(session, changes.name),
    }),

    changeEmail: defineSessionOperation({
      target: ownAccount,
      input: z.strictObject({ email, current_password: password }),
      run: (call, changes) => accounts.changeEmail(call.session, changes, clientOf(call)),
    }),

    changePassword: defineSessionOperation({
      target: ownAccount,
      input: z.strictObject({ current_password: password, new_password: newPasswordSchema }),
      run: ({ session, client }, { current_password, new_password }) =>
        accounts.changePassword(session, current_password, new_password, client),
    }),

    delete: defineSessionOperation({
      target: ownAccount,
      /** An owner whom the host signs in has no password here. */
      input: z.strictObject({ password: password.default('') }),
      run: ({ session, client }, confirmation) => accounts.delete(session, confirmation.password, client),
    }),

    /** The latest security events, newest first. */
    events: defineSessionOperation({
      target: ownAccount,
      input: noInput,
      run: ({ scope }) => securityEvents.list(scope.account),
    }),

    sessions: {
      /** The active sessions, most recently used first. A host that signs its users in has sessions of its own. */
      list: defineSessionOperation({
        target: ownAccount,
        input: noInput,
        run: async ({ session, scope }) => (session.id === null ? [] : sessions.list(scope.account)),
      }),

      /** Ends a session. Also succeeds if the session has already ended. */
      end: defineSessionOperation({
        target: oneSession,
        input: noInput,
        run: ({ session, found }) => sessions.revoke(session, found),
      }),

      endOthers: defineSessionOperation({
        target: ownAccount,
        input: noInput,
        run: ({ session }) => sessions.revokeOthers(session),
      }),
    },

    verification: verifications && {
      /** Sends an email with a link that verifies the address. */
      request: defineSessionOperation({
        target: ownAccount,
        input: noInput,
        run: (call) => verifications.request(call.session, clientOf(call)),
      }),

      /** Returns the email that the token of a link verifies. */
      find: defineSessionOperation({
        target: ownAccount,
        input: token,
        run: ({ session }, link) => verifications.findEmail(session, link.token),
      }),

      /** Returns false if the token of the link does not work. */
      verify: defineSessionOperation({
        target: ownAccount,
        input: token,
        run: (call, link) => verifications.verify(call.session, link.token, clientOf(call)),
      }),
    },
  };
}

/** Returns the client whose attempts are counted: the account if code of the host calls. */
function clientOf({ client, scope }: SessionCall<unknown>): string {
  return client ?? `account ${scope.account}`;
}

async function requireAccount(accounts: AccountService, id: number): Promise<AccountRow> {
  const row = await accounts.find(id);
  if (!row) throw new AskwellError('not_found', 'Account not found.');
  return row;
}
