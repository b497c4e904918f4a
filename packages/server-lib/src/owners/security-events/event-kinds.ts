/** How a kind of event is logged and stored. */
interface EventKindRules {
  /** The end of the log message "Security event: …". */
  readonly message: string;
  readonly level: 'info' | 'warn';
  /**
   * Whether anyone can cause the event any number of times. Such events are logged once a second with their number, and
   * stored as one row per account with a count, so that they do not displace other events.
   */
  readonly isCounted: boolean;
}

const byOwner = (message: string): EventKindRules => ({ message, level: 'info', isCounted: false });
const counted = (message: string, level: EventKindRules['level'] = 'warn'): EventKindRules => ({
  message,
  level,
  isCounted: true,
});

/** All kinds of security events. */
export const eventKinds = {
  registered: byOwner('an account was registered'),
  signed_in: byOwner('an owner signed in'),
  sign_in_failed: counted('a sign-in failed'),
  sign_in_throttled: counted('a sign-in was refused after too many attempts'),
  confirmation_failed: counted('an owner who is signed in sent a wrong password'),
  password_changed: byOwner('a password was changed'),
  password_reset: byOwner('a password was reset on the command line'),
  password_reset_requested: counted('a link to reset a password was requested'),
  password_reset_by_email: byOwner('a password was reset with a link from an email'),
  email_changed: byOwner('the email of an account was changed'),
  email_verified: byOwner('the email of an account was verified'),
  access_removed: byOwner('the API keys, webhooks and links of an account were removed'),
  emails_withheld: counted(
    'receipts or notices of an account were not sent, because of a limit or an unverified email',
  ),
  key_created: byOwner('an API key was created'),
  key_deleted: byOwner('an API key was deleted'),
  // A host may create a token for each page.
  token_created: counted('a token for the editor was created', 'info'),
  token_revoked: counted('a token for the editor was revoked', 'info'),
  keys_revoked: byOwner('all API keys, webhooks and links of an account were deleted on the command line'),
  site_created: byOwner('a site was created'),
  site_deleted: byOwner('a site was deleted'),
  webhook_created: byOwner('a webhook was created'),
  webhook_moved: byOwner('the URL of a webhook was changed'),
  webhook_secret_rotated: byOwner('the secret of a webhook was rotated'),
  webhook_deleted: byOwner('a webhook was deleted'),
  webhook_gone: { message: 'a webhook was disabled, because its URL is gone', level: 'warn', isCounted: false },
  webhook_failing: { message: 'a webhook was disabled, because it failed for days', level: 'warn', isCounted: false },
  exported: byOwner('an account was exported'),
  imported: byOwner('an export was imported into an account'),
  account_deleted: byOwner('an account was deleted'),
} satisfies Record<string, EventKindRules>;

export type EventKind = keyof typeof eventKinds;

/** Returns how a kind of event is logged and stored. */
export function eventKindRules(kind: EventKind): EventKindRules {
  return eventKinds[kind];
}

/** An event that is relevant to the security of an account. */
export interface SecurityEvent {
  readonly kind: EventKind;
  /** Undefined if there is no account. */
  readonly account?: number | undefined;
  /** The key of the client's address. Undefined for the host's own code and the command line. */
  readonly client?: string | undefined;
  /**
   * The API key or site, or the emails before and after a change, which have no ID. The name is stored for the owner and
   * never logged.
   */
  readonly subject?: { readonly id?: number; readonly name: string } | undefined;
}
