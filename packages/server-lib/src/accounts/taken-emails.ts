import { createFailureThrottle } from '../access/sign-in/failure-throttle.js';
import { createSerialTasks } from '../access/sign-in/serial-tasks.js';
import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import { selectAccountByEmail } from './account-queries.js';
import { foldEmail } from './registration-schema.js';

/** Limits how many registered emails a client can find out by registering or changing an email. */
export interface TakenEmailLimit {
  /**
   * Admits an attempt to use an email, and counts it if the email belongs to another account.
   *
   * @param client The key of the client's address.
   * @param account The account that is to have the email; undefined for a new one.
   * @throws AskwellError with the code `rate_limited` after too many taken emails.
   */
  admit(email: string, client: string, account?: number): Promise<void>;
}

export function createTakenEmailLimit({ store, clock }: { store: Store; clock: Clock }): TakenEmailLimit {
  const runSerially = createSerialTasks();
  const takenByClient = createFailureThrottle({ limit: 10, seconds: 15 * 60 }, clock);

  return {
    // One after the other, so that concurrent requests of a client cannot exceed its limit.
    admit: (email, client, account) =>
      runSerially(client, async () => {
        await takenByClient.admit(client);
        const holder = await store.read(selectAccountByEmail(foldEmail(email)));
        if (holder && holder.id !== account) await takenByClient.count(client);
      }),
  };
}
