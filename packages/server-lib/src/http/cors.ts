/** Lets pages of any origin read a response, without credentials. */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, ETag, X-Askwell',
] as const;

/**
 * Returns the headers of a preflight response, which browsers cache for a day.
 *
 * @param cors The CORS headers of the response to the request itself.
 * @param requestHeaders The headers that the request may have.
 */
export function preflightHeaders(
  methods: 'GET' | 'POST' | 'GET, POST',
  cors: readonly string[] = corsHeaders,
  requestHeaders = 'Content-Type, Idempotency-Key, X-Request-Id',
): string[] {
  return [
    ...cors,
    'access-control-allow-methods',
    methods,
    'access-control-allow-headers',
    requestHeaders,
    'access-control-max-age',
    '86400',
  ];
}
