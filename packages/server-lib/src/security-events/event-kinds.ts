/** How a kind of event is logged and kept. */
interface EventKindRules {
  /** Ends the sentence "Security event: …" in the log. */
  readonly message: string;
  readonly level: 'info' | 'warn';
  /**
   * Whether attackers can cause it any number of times. Such events are logged once per second with their number, and counted in
   * one row of an account, so that they do not displace other events.
   */
  readonly isCounted: boolean;
}

const byOwner = (message: string): EventKindRules => ({ message, level: 'info', isCounted: false });
const counted = (message: string): EventKindRules => ({ message, level: 'warn', isCounted: true });

/** All kinds of security events. */
export const eventKinds = {
  registered: byOwner('an account was registered'),
  signed_in: byOwner('an owner signed in'),
  sign_in_failed: counted('a sign-in failed'),
  sign_in_throttled: counted('a sign-in was refused after too many attempts'),
  confirmation_failed: counted('an owner who is signed in sent a wrong password'),
  password_changed: byOwner('a password was changed'),
  password_reset: byOwner('a password was reset on the command line'),
  email_changed: byOwner('the email of an account was changed'),
  key_created: byOwner('an API key was created'),
  key_deleted: byOwner('an API key was deleted'),
  keys_revoked: byOwner('all API keys of an account were deleted on the command line'),
  site_created: byOwner('a site was created'),
  site_deleted: byOwner('a site was deleted'),
  account_deleted: byOwner('an account was deleted'),
} satisfies Record<string, EventKindRules>;

export type EventKind = keyof typeof eventKinds;

/** Returns how a kind of event is logged and kept. */
export function eventKindRules(kind: EventKind): EventKindRules {
  return eventKinds[kind];
}

/** Something that matters to the security of an account. */
export interface SecurityEvent {
  readonly kind: EventKind;
  /** Absent where no account was found. */
  readonly account?: number | undefined;
  /** The client's address as it is counted; absent for the host's own code and the command line. */
  readonly client?: string | undefined;
  /** The key or site. Its name is kept for the owner and never logged. */
  readonly subject?: { readonly id: number; readonly name: string } | undefined;
}
