import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf, type Message, type PostOutcome, readStart } from './message.js';
import type { TargetGuard } from './target-guard.js';

/** Connections to one webhook. */
export interface Connections {
  /**
   * Sends a message, and returns the response. Does not follow redirects, which would send the request to a URL that its owner did
   * not set.
   */
  send(url: URL, message: Message, signal: AbortSignal): Promise<PostOutcome>;
  /** Closes the connections. */
  close(): void;
}

/** Creates the connections to one webhook, to addresses that a guard allows. */
export type CreateConnections = (guard: TargetGuard) => Connections;

/** The number of milliseconds that an unused connection stays open. */
const idleTimeout = 5_000;

/** The maximum number of responses with a status from 100 to 199 before the final one. */
const maxInformational = 10;

/** Creates HTTP connections that stay open between messages. */
export const createConnections: CreateConnections = (guard) => {
  // Uses separate agents, so that no connections are shared with requests of the host, and no proxy is used.
  const settings = { keepAlive: true, timeout: idleTimeout };
  const agents = { 'http:': new HttpAgent(settings), 'https:': new HttpsAgent(settings) };
  // Resolves a name when a connection is opened, and connects to the checked addresses.
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    guard.resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all) callback(null, found);
        else if (first) callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };

  function exchange(url: URL, { headers, body }: Message, signal: AbortSignal): Promise<PostOutcome> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const sent = (isSecure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: agents[isSecure ? 'https:' : 'http:'],
        lookup,
        signal,
        maxHeaderSize: 16 * 1024,
      });
      sent.once('socket', (socket) => {
        // A last check: no request is written to an address that is not allowed.
        const check = () => {
          const refusal = guard.refusalOf(socket.remoteAddress ?? '');
          if (refusal) sent.destroy(refusal);
        };
        if (socket.connecting) socket.once('connect', check);
        else check();
      });
      sent.once('error', (error) => {
        const isClosed = ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
        reject(sent.reusedSocket && isClosed ? new StaleConnectionError() : error);
      });
      let informational = 0;
      sent.on('information', () => {
        if (++informational > maxInformational) sent.destroy(new Error('Too many informational responses.'));
      });
      const end = () => reject(new Error('The connection closed before the response.'));
      sent.once('close', end);
      // Without a listener, Node would close the connection and emit neither a response nor an error.
      sent.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(outcomeOf(response, ''));
      });
      sent.once('response', (response) => {
        sent.off('close', end);
        if (response.statusCode === 101) {
          // The response has no body, and its connection cannot be used for further messages.
          sent.destroy();
          resolve(outcomeOf(response, ''));
        } else readStart(response).then((text) => resolve(outcomeOf(response, text)), reject);
      });
      sent.end(body);
    });
  }

  return {
    async send(url, message, signal) {
      // If the host is an address, Node does not call `lookup`.
      if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await guard.resolve(url.hostname);
      const attempt = () => exchange(url, message, signal);
      return await attempt().catch((error) => {
        // The server may close an idle connection while the request is on its way.
        if (error instanceof StaleConnectionError) return attempt();
        throw error;
      });
    },

    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage, response: string): PostOutcome {
  return { status, response, retryAfter: headers['retry-after'] };
}

class StaleConnectionError extends Error {}
