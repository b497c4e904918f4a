import type { IncomingMessage, RequestListener } from 'node:http';
import type { Askwell } from '../../askwell-interface.js';
import type { Logger } from '../../base/logger.js';
import { createAskwell } from '../../create-askwell.js';
import { parseUrlOptions } from '../../http/base-path.js';
import type { CommandCall } from './command.js';
import { CommandFailure, toCommandFailure } from './command-failure.js';
import { limitConnections } from './connection-limits.js';
import { GracefulServer } from './graceful-server.js';
import { createJsonLogger } from './json-logger.js';
import { listen } from './listen.js';
import { formatParserErrors } from './parser-errors.js';
import { parseServeSettings, type ServeSettings } from './serve-settings.js';

/**
 * The timeouts of HTTP connections, in milliseconds. Slow clients must not hold connections for long; idle connections must
 * stay open longer than a proxy keeps them.
 */
const httpTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
};

/** `askwell serve`. */
export async function serve({ settings: parsed, io }: CommandCall): Promise<number> {
  const settings = parseServeSettings(parsed);
  const logger = createJsonLogger((line) => io.stderr.write(line));
  const stopped = stopSignal();
  const server = new GracefulServer(httpTimeouts);
  // Node would drop headers after the thousandth, such as the one that a proxy adds. Their size is limited anyway.
  server.http.maxHeadersCount = 0;
  formatParserErrors(server.http);
  limitConnections(server.http, { ...settings.connections, trustProxy: settings.options.trustProxy ?? [], logger });
  const port = await listen(server.http, settings.port, settings.host);
  const askwell = await open(server, settings, port, logger);

  io.stdout.write(`${announcement(settings, port)}\n`);
  await stopped;
  askwell.drain();
  await server.close();
  await askwell.close();
  return 0;
}

/** Settles at the first signal to stop. The second one ends the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/** Opens the database after the server listens, because the default of `baseUrl` needs the port. */
async function open(server: GracefulServer, settings: ServeSettings, port: number, logger: Logger): Promise<Askwell> {
  const { host, options } = settings;
  const { baseUrl } = options;
  try {
    const askwell = createAskwell({
      ...options,
      // A standalone server has no host app, so it also serves the home page and the docs.
      pages: { landing: true, docs: true },
      hsts: true,
      baseUrl: baseUrl ?? originOf(host, port),
      logger,
    });
    server.http.on('request', withBasePath(askwell, baseUrl));
    await askwell.ready();
    return askwell;
  } catch (error) {
    server.http.closeAllConnections();
    server.http.close();
    throw toCommandFailure(error) ?? (error instanceof Error ? new CommandFailure(error.message) : error);
  }
}

/** Handles requests with the base path and, for a proxy that strips it, without. */
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

function announcement({ host, options: { baseUrl } }: ServeSettings, port: number): string {
  const listening = originOf(host, port);
  if (baseUrl === undefined) return `Askwell listens on ${listening}`;
  const { origin, basePath } = parseUrlOptions({ baseUrl });
  const publicUrl = origin === listening ? '' : `, for ${origin}${basePath}`;
  return `Askwell listens on ${listening}${basePath}${publicUrl}`;
}

/** Returns the origin for browsers on this machine. A server on all addresses is reached as `localhost`. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin;
}
