import initial from './0001_initial.sql';
import verifiedEmails from './0003_verified_emails.sql';

/** Released migrations never change. The nth one leads to version n. */
export const migrations: readonly string[] = [initial, verifiedEmails];

/**
 * The oldest version whose instances can work with the current tables. Migrations only add, so that during an upgrade, old
 * and new instances run side by side.
 */
export const oldestCompatibleVersion = 1;
