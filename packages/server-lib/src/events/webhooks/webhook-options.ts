/** Returns the IP addresses of a host name. */
export type LookUpHost = (hostname: string) => Promise<readonly string[]>;

/** The options for sending webhooks. */
export interface WebhookOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** Whether this instance sends webhooks. Owners can manage them either way. Default: `true`. */
  send?: boolean | undefined;
  /** Allows webhooks with `http://` URLs, whose content others in the network can read. Default: `false`. */
  allowHttp?: boolean | undefined;
  /**
   * Private addresses to which webhooks can be sent: addresses and CIDR ranges. Every owner can then make Askwell send
   * requests to them. Default: none.
   */
  allowedAddresses?: readonly string[] | undefined;
  /**
   * A function that returns the IP addresses of a host name. They are checked like all others. A call that takes longer
   * than `webhooks.timeout` has failed. Default: DNS queries.
   */
  lookup?: LookUpHost | undefined;
  /** How long a URL can take to answer, in milliseconds: 100 to 60,000. Default: `10000`. */
  timeout?: number | undefined;
  /**
   * The seconds between the attempts of a delivery. After the last attempt, the delivery has failed. Default: `[5, 300,
   * 1800, 7200, 18000, 36000, 36000]`.
   */
  retryDelays?: readonly number[] | undefined;
  /** How many hours the previous secret signs too, after a rotation: 0 to 720. Default: `24`. */
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
