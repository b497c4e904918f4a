/** Returns the IP addresses of a host name. */
export type LookUpHost = (hostname: string) => Promise<readonly string[]>;

/** How webhooks are sent. */
export interface WebhookOptions {
  /** Whether this instance sends webhooks. Owners can manage them either way. Default: true. */
  send?: boolean | undefined;
  /** Allows `http://` URLs, whose content others in the network can read. Default: false. */
  allowHttp?: boolean | undefined;
  /**
   * Private addresses to which webhooks can be sent: addresses and CIDR ranges. Default: none. Every owner can then make Askwell
   * send requests to these addresses.
   */
  allowedAddresses?: readonly string[] | undefined;
  /** Returns the IP addresses of a host name. Default: a DNS query. The addresses are checked like all others. */
  lookup?: LookUpHost | undefined;
  /** How long a delivery can take in total, in milliseconds. Default: 10,000. */
  timeout?: number | undefined;
  /**
   * The seconds between a failed attempt and the next one. After the last attempt, a delivery has failed. Default: 5 seconds,
   * 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 10 hours.
   */
  retryDelays?: readonly number[] | undefined;
  /** How many hours the previous secret signs too, after a rotation. Default: 24. */
  secretOverlapHours?: number | undefined;
}

/** The options with their defaults. */
export interface WebhookSettings {
  readonly send: boolean;
  readonly allowHttp: boolean;
  readonly allowedAddresses: readonly string[];
  readonly lookup: LookUpHost | undefined;
  readonly timeout: number;
  readonly retryDelays: readonly number[];
  readonly secretOverlapHours: number;
}

const minute = 60;
const hour = 60 * minute;

/** Adds up to more than a day. */
const defaultRetryDelays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];

/** Adds the defaults. */
export function resolveWebhookOptions(options: WebhookOptions = {}): WebhookSettings {
  return {
    send: options.send ?? true,
    allowHttp: options.allowHttp ?? false,
    allowedAddresses: options.allowedAddresses ?? [],
    lookup: options.lookup,
    timeout: options.timeout ?? 10_000,
    retryDelays: options.retryDelays ?? defaultRetryDelays,
    secretOverlapHours: options.secretOverlapHours ?? 24,
  };
}
