import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ParsedEmail, parseEmail } from './parse-email.js';

/** An email that a server has accepted. */
export interface ReceivedEmail extends ParsedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether the connection was encrypted. */
  readonly secure: boolean;
}

/** An SMTP server on 127.0.0.1. */
export interface MailServer {
  readonly port: number;
  /** `smtp://127.0.0.1:port` */
  readonly url: string;
  readonly emails: readonly ReceivedEmail[];
  /** Decides about an email after its content has arrived. Undefined accepts it. */
  decide(decision: (email: ReceivedEmail) => Error | undefined | Promise<Error | undefined>): void;
  /** Ends all connections without a reply. */
  breakConnections(): void;
  close(): Promise<void>;
}

/** Returns the refusal of an email with the code of a reply. */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error('Refused by the test'), { responseCode });
}

/** Starts an SMTP server. Without options, it needs neither encryption nor a password. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const emails: ReceivedEmail[] = [];
  let decide: (email: ReceivedEmail) => Error | undefined | Promise<Error | undefined> = () => undefined;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const email = {
          ...parseEmail(Buffer.concat(chunks).toString('latin1')),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
        };
        const refused = await decide(email);
        if (!refused) emails.push(email);
        done(refused);
      });
    },
    ...options,
  });
  // Clients that end a connection in the middle are part of the tests.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    emails,
    decide(decision) {
      decide = decision;
    },
    breakConnections() {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
