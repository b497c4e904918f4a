/** Lets pages of any origin read a response. Credentials are never allowed. */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, ETag',
] as const;

/** Returns the headers of a preflight response, which browsers cache for a day. */
export function preflightHeaders(method: 'GET' | 'POST'): string[] {
  return [
    ...corsHeaders,
    'access-control-allow-methods',
    method,
    'access-control-allow-headers',
    'Content-Type, Idempotency-Key, X-Request-Id',
    'access-control-max-age',
    '86400',
  ];
}
