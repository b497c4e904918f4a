/** How connections to an SMTP server are encrypted. */
export type SmtpTls = 'from_start' | 'required' | 'if_offered' | 'off';

/** A parsed `smtp://` or `smtps://` URL. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  readonly tls: SmtpTls;
  /** Whether any certificate is accepted, such as a self-signed one. */
  readonly acceptsAnyCertificate: boolean;
  /** The path of a file with the certificates of trusted authorities. */
  readonly authorityFile: string | undefined;
}

const tlsValues = ['off', 'no-verify'];

/** Returns whether a text is the URL of an SMTP server. */
export function isSmtpUrl(text: string): boolean {
  return parseSmtpUrl(text) !== undefined;
}

/**
 * Parses the URL of an SMTP server. `smtp:` requires STARTTLS, unless the server is on this machine. `?tls=off` does not
 * encrypt, `?tls=no-verify` accepts any certificate, and `?ca=/path/ca.pem` trusts these authorities instead of Node's.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash)
    return undefined;
  const { tls, ca, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || ca === '' || (tls !== undefined && !tlsValues.includes(tls))) return undefined;
  const isSecure = url.protocol === 'smtps:';
  if (isSecure && tls === 'off') return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const credentials = readCredentials(url);
  if (credentials === null) return undefined;
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    credentials,
    tls: isSecure ? 'from_start' : tls === 'off' ? 'off' : isThisMachine(host) ? 'if_offered' : 'required',
    acceptsAnyCertificate: tls === 'no-verify',
    authorityFile: ca,
  };
}

/** Returns null if the credentials are not encoded as a URL requires. */
function readCredentials({ username, password }: URL): SmtpServer['credentials'] | null {
  if (username === '') return password === '' ? undefined : null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
