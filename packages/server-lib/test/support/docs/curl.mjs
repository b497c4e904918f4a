// Implements the flags of curl that the documentation uses, for machines without curl:
// `curl -X METHOD URL -H 'Name: value' -d BODY --data-urlencode name=value`.
import { parseArgs } from 'node:util';

const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd', multiple: true },
    'data-urlencode': { type: 'string', multiple: true },
  },
});

/** The data in the order of the command line, as curl joins it. */
const data = tokens.flatMap((token) => {
  if (token.kind !== 'option') return [];
  if (token.name === 'data') return [token.value];
  if (token.name !== 'data-urlencode') return [];
  const [name, ...rest] = token.value.split('=');
  return [`${name}=${encodeURIComponent(rest.join('='))}`];
});
const body = data.length === 0 ? undefined : data.join('&');
const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' });
for (const line of values.header) {
  const colon = line.indexOf(':');
  headers.set(line.slice(0, colon), line.slice(colon + 1).trim());
}
const method = values.request ?? (body === undefined ? 'GET' : 'POST');
const reply = await fetch(positionals[0], { method, headers, body, redirect: 'manual' });
const lines = [`HTTP/1.1 ${reply.status}`, ...[...reply.headers].map((pair) => pair.join(': '))];
process.stdout.write(`${lines.join('\n')}\n\n${await reply.text()}`);
