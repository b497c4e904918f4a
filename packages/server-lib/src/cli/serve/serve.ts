import type { IncomingMessage, RequestListener } from 'node:http';
import { type Askwell, createAskwell } from '../../create-askwell.js';
import { parseUrlOptions } from '../../web/base-path.js';
import type { Command } from '../command.js';
import { CommandFailure, toCommandFailure } from '../command-failure.js';
import { limitConnections } from './connection-limits.js';
import { GracefulServer } from './graceful-server.js';
import { createJsonLogger } from './json-logger.js';
import { listen } from './listen.js';
import { formatParserErrors } from './parser-errors.js';
import { parseServeSettings, type ServeSettings, serveFlags } from './serve-settings.js';

/** Slow clients can't hold connections for long; idle ones stay longer than a proxy keeps its own. */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

const logger = createJsonLogger((line) => process.stderr.write(line));

export const serve: Command = {
  name: 'serve',
  summary: 'serves until it is told to stop',
  details: [
    'Serves the API, the dashboard and all the rest, and says in one line where. Warnings, errors and security',
    'events go to standard error, a line of JSON each. SIGTERM or SIGINT: requests under way are finished, what is',
    'pending is committed; a second signal stops at once.',
  ],
  flags: serveFlags,
  async run({ settings: parsed }) {
    const settings = parseServeSettings(parsed);
    const toldToStop = stopSignal();
    const server = new GracefulServer(timeouts);
    // Node would drop what comes after the thousandth header, such as the line a proxy adds. Their size is bounded anyway.
    server.http.maxHeadersCount = 0;
    formatParserErrors(server.http);
    limitConnections(server.http, { ...settings.connections, trustProxy: settings.trustProxy, logger });
    const port = await listen(server.http, settings.port, settings.host);
    const askwell = await open(server, settings, port);

    process.stdout.write(`${announcement(settings, port)}\n`);
    await toldToStop;
    askwell.drain();
    await server.close();
    await askwell.close();
    return 0;
  },
};

/** Settles at the first signal to stop; the second ends the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let told = false;
    const stop = (): void => {
      if (told) process.exit(1);
      told = true;
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/** Opens the database behind a server that already listens, since only that knows its port. */
async function open(server: GracefulServer, settings: ServeSettings, port: number): Promise<Askwell> {
  const { database, trustProxy, secret, newSecret, registration, limits, quotas } = settings;
  try {
    const askwell = createAskwell({
      database,
      trustProxy,
      registration,
      newSecret,
      limits,
      quotas,
      baseUrl: settings.baseUrl ?? originOf(settings.host, port),
      logger,
      ...(secret === undefined ? {} : { secret }),
    });
    server.http.on('request', withBasePath(askwell, settings.baseUrl));
    await askwell.ready();
    return askwell;
  } catch (error) {
    server.http.closeAllConnections();
    server.http.close();
    throw toCommandFailure(error) ?? (error instanceof Error ? new CommandFailure(error.message) : error);
  }
}

/** A proxy may have stripped the base path: what is nobody's as it came is ours below it. */
function withBasePath(askwell: Askwell, baseUrl: string | undefined): RequestListener {
  const basePath = baseUrl === undefined ? '' : parseUrlOptions({ baseUrl }).basePath;
  if (basePath === '') return askwell.node;
  return (request: IncomingMessage, response) => {
    askwell.node(request, response, () => {
      if (request.url?.startsWith('/')) request.url = basePath + request.url;
      askwell.node(request, response);
    });
  };
}

function announcement({ host, baseUrl }: ServeSettings, port: number): string {
  const here = originOf(host, port);
  if (baseUrl === undefined) return `Askwell listens on ${here}`;
  const { origin, basePath } = parseUrlOptions({ baseUrl });
  const elsewhere = origin === here ? '' : `, for ${origin}${basePath}`;
  return `Askwell listens on ${here}${basePath}${elsewhere}`;
}

/** What a browser on this machine would call it. All addresses at once have no name of their own. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin;
}
