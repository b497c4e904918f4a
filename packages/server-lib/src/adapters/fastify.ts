import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { answerWith, type NodeMount } from './mounts.js';

/** The options of {@link fastifyAskwell}, in addition to Fastify's `prefix`. */
export interface FastifyAskwellOptions {
  /** The instance that the plugin serves. */
  readonly askwell: NodeMount<FastifyRequest>;
}

/**
 * A Fastify plugin that serves Askwell under `prefix`, which must be the path of `baseUrl`. Requests that are not for Askwell
 * are passed to Fastify's not-found handler. `getUser` receives the Fastify request.
 *
 * @example
 * const askwell = createAskwell<FastifyRequest>({ database, baseUrl, getUser: ({ request }) => request.user });
 * app.register(fastifyAskwell, { askwell, prefix: '/polls' });
 */
export const fastifyAskwell: FastifyPluginCallback<FastifyAskwellOptions> = (scope, { askwell }, done) => {
  // Askwell reads bodies itself. A plugin has its own scope, so the parsers of the app are not affected.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));

  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    copyHeaders(reply);
    if (answerWith(askwell, request.raw, reply.raw, { request })) reply.hijack();
    else reply.callNotFound();
  };
  scope.all('/', answer);
  scope.all('/*', answer);
  done();
};

/** Copies the headers that hooks have set, such as the headers of a CORS plugin. Fastify writes them only with its own replies. */
function copyHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
