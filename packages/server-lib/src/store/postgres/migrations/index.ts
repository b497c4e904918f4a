import initial from './0001_initial.sql';

/** Released migrations never change. The nth one leads to version n. */
export const migrations: readonly string[] = [initial];

/**
 * The oldest version whose instances can work with the current tables. Migrations only add, so that during an upgrade, old
 * and new instances run side by side.
 */
export const oldestCompatibleVersion = 1;
