import fc from 'fast-check';

/** Random bytes, nearly valid JSON, and JSON that is nearly a valid body. */
const almost = fc.oneof(
  fc.jsonValue(),
  fc.record({
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    origins: fc.oneof(fc.webUrl(), fc.jsonValue()),
  }),
  fc.record({
    name: fc.string({ unit: 'binary', maxLength: 120 }),
    origins: fc.array(fc.oneof(fc.webUrl(), fc.string())),
  }),
);
/** Bodies of requests. */
export const randomBodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  almost.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.tuple(almost, fc.nat(), fc.nat({ max: 255 })).map(([value, at, byte]) => {
    const bytes = Buffer.from(JSON.stringify(value) ?? '');
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

/** Values of `Content-Type`. */
export const randomTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  ';;;',
  'application/json;charset',
);

const text = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/);
const names = fc.constantFrom(
  'X-API-Key',
  'X-Forwarded-For',
  'X-Request-Id',
  'Idempotency-Key',
  'Content-Type',
  'Content-Encoding',
  'Cookie',
  'Accept',
  'Origin',
  'Sec-Fetch-Site',
  'If-Match',
  'If-None-Match',
  'Range',
  'Expect',
  'Forwarded',
  'Authorization',
  'X-HTTP-Method-Override',
);
/** Names and values of headers. */
export const randomHeaders = fc.array(fc.tuple(names, text), { maxLength: 8 });
/** Paths without the first slash, random and known. */
export const randomPaths = fc.oneof(
  fc.stringMatching(/^[!$-~]{0,60}$/),
  fc.constantFrom(
    '',
    'api/v1/me',
    'api/v1/sites',
    'api/v1/polls/p/votes',
    'healthz',
    'login',
    'dashboard',
    'dashboard/keys',
    'widget.js',
    'embed/languages/de.json',
    'embed/faults/de.json',
    'embed/polls/{poll}',
    'embed/polls/{poll}/live',
  ),
);
/** Query strings, or null for none. */
export const randomQueries = fc.option(fc.stringMatching(/^[!$-~]{0,40}$/));
