/** Errors of Node that say that a certificate is not signed by an authority that it trusts. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?)$/;

/** Returns the message of a failed connection, and what to do if its certificate was refused. */
export function explainConnectError(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (untrusted.test(code)) {
    return `The certificate of the server is not trusted (${reason}). Add sslrootcert=FILE with the certificate of its authority to the URL, or ssl.ca to the pool. To connect without checking the certificate, use sslmode=no-verify.`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `The certificate of the server is for another host name (${reason}). Use that host name in the URL, or sslmode=no-verify to connect without checking the certificate.`;
  }
  return reason;
}
