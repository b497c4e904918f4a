import type { Operation } from './operation.js';
import { one } from './sql/statement.js';
import { StoreError } from './store-error.js';

/** The fingerprint of a secret, which the database stores. */
export interface SecretFingerprint {
  /** A hash of the secret, in hexadecimal. */
  readonly fingerprint: string;
  /** Whether it replaces the fingerprint of another secret. */
  readonly replaces: boolean;
}

/** Returns the fingerprint of the secret that a database was created with. Undefined if it has no fingerprint. */
export function* selectFingerprint(): Operation<string | undefined> {
  const row = yield* one<{ fingerprint: Uint8Array }>`select fingerprint from askwell_secret`;
  return row && Buffer.from(row.fingerprint).toString('hex');
}

/** The consequences of another secret, for messages. */
export const newSecretConsequences =
  'tickets issued before are invalid, visitors are not recognized and may answer once more, and quizzes that are under way cannot be submitted';

/** Returns the error for a database that was created with another secret. */
export function differentSecretError(): StoreError {
  return new StoreError(`This database was created with another secret. ${remedies}`);
}

/** Returns the error for a missing secret file of a database that was created with a secret. */
export function missingSecretError(file: string): StoreError {
  return new StoreError(`${file} is missing. It contains the secret that this database was created with. ${remedies}`);
}

const remedies =
  'Set the secret of the database with SECRET or the `secret` option, or restore the file next to the database. ' +
  'To use another secret, start once with "askwell serve --new-secret" or the option newSecret: true; then ' +
  `${newSecretConsequences}.`;
