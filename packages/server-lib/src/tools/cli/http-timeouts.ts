/**
 * The timeouts of HTTP connections, in milliseconds. Slow clients must not hold connections for long; idle connections must
 * outlive those of a proxy.
 */
export const httpTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};
