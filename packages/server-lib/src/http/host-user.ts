/** A user of the host app. */
export interface HostUser {
  /** The host's own ID of the user. It must never change for a person. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
