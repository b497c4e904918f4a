import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { answerWith, type NodeMount } from './mounts.js';

/** The options of {@link fastifyAskwell}, beside Fastify's own `prefix`. */
export interface FastifyAskwellOptions {
  readonly askwell: NodeMount<FastifyRequest>;
}

/**
 * A Fastify plugin that serves Askwell below `prefix`, which is the path of `baseUrl`. `getUser` receives the Fastify
 * request. Requests that are not Askwell's go to Fastify's handler for routes that are not found.
 *
 * @example
 * const askwell = createAskwell<FastifyRequest>({ database, baseUrl, getUser: ({ request }) => request.user });
 * app.register(fastifyAskwell, { askwell, prefix: '/polls' });
 */
export const fastifyAskwell: FastifyPluginCallback<FastifyAskwellOptions> = (scope, { askwell }, done) => {
  // Askwell reads bodies itself. The parsers of the surrounding app stay as they are: a plugin has a scope of its own.
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

/** Fastify keeps the headers that hooks set, such as those of a CORS plugin, until it sends a reply itself. */
function copyHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
