/** An email with its decoded parts. */
export interface ParsedEmail {
  /** As it was sent, in Latin-1. */
  readonly source: string;
  /** The values by lower-case names, with encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** Parses an email of a text part and an HTML part, as nodemailer writes it. */
export function parseEmail(source: string): ParsedEmail {
  const { headers, body } = splitHead(source);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts =
    boundary === undefined ? [source] : body.split(`--${boundary}`).map((part) => part.replace(/^\r\n|\r\n$/g, ''));
  const part = (type: string): string => {
    const found = parts.map(splitHead).find((one) => one.headers['content-type']?.startsWith(type));
    return found ? decode(found.body, found.headers['content-transfer-encoding'] ?? '') : '';
  };
  return { source, headers, text: part('text/plain'), html: part('text/html') };
}

function splitHead(source: string) {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end === -1 ? 0 : end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const pairs = lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]);
  const headers: Record<string, string> = Object.fromEntries(
    pairs.map(([name, value = '']) => [name, decodeWords(value)]),
  );
  return { headers, body: source.slice(end + 4) };
}

function decode(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? fromQuotedPrintable(body.replace(/=\r\n/g, ''))
        : Buffer.from(body, 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

function fromQuotedPrintable(text: string): Buffer {
  const decoded = text.replace(/=([0-9A-F]{2})/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : fromQuotedPrintable(text.replaceAll('_', ' ')).toString(),
    );
}
