import type { Store } from '../../db/store.js';
import type { CreateThrottle } from '../access/failure-throttle.js';
import { createSerialTasks } from '../access/serial-tasks.js';
import { selectAccountByEmail } from './account-queries.js';
import { takenEmailsPerClient } from './limits.js';
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

export interface TakenEmailOptions {
  readonly store: Store;
  readonly createThrottle: CreateThrottle;
}

export function createTakenEmailLimit({ store, createThrottle }: TakenEmailOptions): TakenEmailLimit {
  const runSerially = createSerialTasks();
  const takenByClient = createThrottle('taken emails by client', takenEmailsPerClient);

  return {
    // One after the other: a running attempt counts as a failure, so that concurrent attempts would be refused.
    admit: (email, client, account) =>
      runSerially(client, async () => {
        await takenByClient.attempt(client, async () => {
          const holder = await store.read(selectAccountByEmail(foldEmail(email)));
          return holder === undefined || holder.id === account;
        });
      }),
  };
}
