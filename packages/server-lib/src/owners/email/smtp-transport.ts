import { readFile } from 'node:fs/promises';
import type { Transporter } from 'nodemailer';
import { type EmailMessage, parseSender } from './email-options.js';
import type { DeliveryFailure, EmailTransport } from './email-transport.js';
import type { SmtpServer } from './smtp-url.js';

/** The limits of the steps of a delivery, in milliseconds. */
export interface SmtpTimeouts {
  readonly connect: number;
  /** The time that the server may take for a reply. */
  readonly reply: number;
}

const defaultTimeouts: SmtpTimeouts = { connect: 10_000, reply: 20_000 };

/**
 * Creates a transport to an SMTP server. nodemailer is loaded with the first email. Each email uses a separate
 * connection.
 */
export function createSmtpTransport(server: SmtpServer, timeouts = defaultTimeouts): EmailTransport {
  let transporter: Transporter | undefined;
  return {
    async send(message, signal) {
      try {
        transporter ??= await createTransporter(server, timeouts);
        await transporter.sendMail(toMail(message, signal));
        return 'sent';
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}

async function createTransporter(server: SmtpServer, { connect, reply }: SmtpTimeouts): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { host, port, credentials, tls } = server;
  const ca = server.authorityFile === undefined ? undefined : await readFile(server.authorityFile);
  return createTransport({
    host,
    port,
    secure: tls === 'from_start',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    auth: credentials && { user: credentials.user, pass: credentials.password },
    tls: { rejectUnauthorized: !server.acceptsAnyCertificate, ...(ca && { ca }) },
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: reply,
    socketTimeout: reply,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function toMail({ from, to, subject, text, html, messageId, headers }: EmailMessage, signal: AbortSignal) {
  return {
    from: parseSender(from) ?? from,
    // As an object, it is not parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    headers: { ...headers },
    signal,
  };
}

/** A reply to these commands is about one email. Replies to other commands, such as AUTH, are about all emails. */
const commandsOfOneEmail = ['RCPT TO', 'DATA'];

function toFailure(error: unknown): DeliveryFailure {
  const { code, responseCode, command, name } = detailsOf(error);
  const logged = code ?? name ?? 'unknown';
  const isOfOneEmail = command !== undefined && commandsOfOneEmail.includes(command);
  // Without a reply, nodemailer itself refused the recipient.
  if (code === 'EENVELOPE' && responseCode === undefined && command === 'API')
    return { failure: 'rejected', code: logged };
  // 421 closes the connection, whatever it replies to.
  if (!isOfOneEmail || responseCode === undefined || responseCode === 421)
    return { failure: 'unavailable', code: logged, reply: responseCode };
  return { failure: responseCode >= 500 ? 'rejected' : 'deferred', code: logged, reply: responseCode };
}

function detailsOf(error: unknown) {
  if (!(error instanceof Error)) return {};
  const details = Object.fromEntries(Object.entries(error));
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { responseCode } = details;
  return {
    name: error.name,
    code: text(details['code']),
    command: text(details['command']),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}
