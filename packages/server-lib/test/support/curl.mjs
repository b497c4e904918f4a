// As much of curl as the documentation uses, for machines without it: `curl -X METHOD URL -H 'Name: value' -d BODY`.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});

const headers = values.header.map((line) => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
});
const method = values.request ?? (values.data === undefined ? 'GET' : 'POST');
const reply = await fetch(positionals[0], { method, headers, body: values.data });
const lines = [`HTTP/1.1 ${reply.status}`, ...[...reply.headers].map((pair) => pair.join(': '))];
process.stdout.write(`${lines.join('\n')}\n\n${await reply.text()}`);
