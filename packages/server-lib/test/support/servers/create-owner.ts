import { callWithSession } from '../../../src/api/operations/call-operation.js';
import type { Services } from '../../../src/instance/assemble-services.js';
import { Session } from '../../../src/owners/access/session.js';
import { verifyEmail } from '../../../src/owners/accounts/verification-queries.js';
import type { KeyDraft } from '../../../src/owners/keys/key-schema.js';
import type { CreatedKey } from '../../../src/owners/keys/key-service.js';

export interface Owner {
  readonly session: Session;
  readonly email: string;
  readonly password: string;
  /** Creates a key of the whole account or of one site, and returns the raw key. */
  key(site?: number, more?: Omit<Partial<KeyDraft>, 'site_id'>): Promise<string>;
}

let count = 0;

/** Creates an account with a verified email, and returns its owner. */
export async function createOwner(services: Services): Promise<Owner> {
  const email = `owner${++count}@example.com`;
  const password = `correct horse ${count}`;
  const id = await services.accounts.register({ name: `Owner ${count}`, email, password }, `test-${count}`);
  await services.store.run(verifyEmail, { account: id, expectedEmail: email, at: services.clock.now() });
  const session = Session.verify({ id, name: `Owner ${count}`, email }, null, false);
  return {
    session,
    email,
    password,
    async key(site, more = {}) {
      const made = await createKey(services, session, { name: 'Test', site_id: site ?? null, ...more });
      return made.raw;
    },
  };
}

/** Creates a key as its owner does. */
export function createKey(
  { sessionOperations: { keys } }: Services,
  session: Session,
  draft: KeyDraft,
): Promise<CreatedKey> {
  return callWithSession(keys.create, session, {}, draft);
}
