/** Any site may call what needs no credentials; none are ever allowed along. */
export const corsHeaders = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, ETag',
] as const;

/** What a preflight is told, for a day. */
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
