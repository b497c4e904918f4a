import { formatTimestamp, type Micros } from '../../base/clock.js';
import { count } from '../../dashboard/components.js';
import type { SessionRow } from '../../owners/access/session-queries.js';
import { maskKey } from '../../owners/keys/key-format.js';
import type { KeyRow } from '../../owners/keys/key-queries.js';

/** The sessions and API keys of an account before its password was reset. */
export interface Access {
  readonly sessions: readonly SessionRow[];
  readonly keys: readonly KeyRow[];
  /** Whether the keys were deleted. */
  readonly revokeKeys: boolean;
}

/** Lists the sessions that ended and the API keys that still work or were deleted, a line each. */
export function describeAccess({ sessions, keys, revokeKeys }: Access): string {
  const lines = [
    sessions.length === 0 ? 'No sessions were open.' : `${count(sessions.length, 'session', 'sessions')} ended:`,
    ...sessions.map(({ agent, seen_at }) => `  ${printable(agent)}, last used ${lastUsed(seen_at)}`),
    describeKeys(keys.length, revokeKeys),
    ...keys.map((key) => `  ${maskKey(key)}  ${printable(key.name)}, last used ${lastUsed(key.last_used_at)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function describeKeys(keys: number, revokeKeys: boolean): string {
  if (keys === 0) return 'The account has no API keys.';
  if (revokeKeys) return `${count(keys, 'API key was', 'API keys were')} deleted:`;
  return `${count(keys, 'API key still works', 'API keys still work')}. Delete keys in the dashboard, or all of them with --revoke-keys:`;
}

function lastUsed(at: Micros | null): string {
  return at === null ? 'never' : formatTimestamp(at);
}

/** Removes control characters, which could steer the terminal. Owners choose the names of keys. */
function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
}
