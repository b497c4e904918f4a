/** A user of the host app. */
export interface HostUser {
  /** The host's own ID of the user. It must never change for a person. */
  readonly id: string;
  readonly name: string;
  /** Must be unique. A user without an email gets an account that receives no emails. */
  readonly email?: string | null | undefined;
  /**
   * Whether your app has verified that the email is the user's: true, or the time when it did. Otherwise the user verifies it with a
   * link, if emails are sent. Receipts and notices are only sent for verified emails. Default: false.
   */
  readonly emailVerified?: boolean | Date | null | undefined;
}
