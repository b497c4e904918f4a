import express from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import { toExpressHandler } from '../../src/adapters/express.js';
import { fastifyAskwell } from '../../src/adapters/fastify.js';
import { toKoaMiddleware } from '../../src/adapters/koa.js';
import type { Askwell } from '../../src/askwell-interface.js';
import type { HostUser } from '../../src/http/host-user.js';
import type { GetUser } from '../../src/owners/accounts/host-user.js';
import { define, elsewhere, type FrameworkHost, type Listen, userNamed } from './define.js';

declare module 'express-serve-static-core' {
  interface Request {
    findUser?: () => HostUser | null;
  }
}

function expressApp(...before: express.RequestHandler[]): Listen<express.Request> {
  return (askwell, path) => {
    const app = express();
    app.use(
      (request, _response, next) => {
        request.findUser = userNamed(request.get('x-user'));
        next();
      },
      ...before,
    );
    app.use(path, toExpressHandler(askwell));
    app.use((_request, response) => void response.status(418).send(elsewhere));
    return app;
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    findUser?: () => HostUser | null;
  }
}

const fastifyApp: Listen<FastifyRequest> = async (askwell, prefix) => {
  const app = fastify();
  app.decorateRequest('findUser');
  app.addHook('onRequest', async (request) => {
    request.findUser = userNamed(String(request.headers['x-user'] ?? ''));
  });
  app.register(fastifyAskwell, { askwell, prefix });
  app.setNotFoundHandler((_request, reply) => reply.status(418).send(elsewhere));
  await app.ready();
  return (request, response) => app.routing(request, response);
};

type KoaMount = (app: Koa, askwell: Askwell<Koa.Context>, path: string) => void;

function koaApp(mountOn: KoaMount): Listen<Koa.Context> {
  return (askwell, path) => {
    const app = new Koa();
    app.use((context, next) => {
      context['state']['findUser'] = userNamed(context.get('x-user'));
      return next();
    });
    mountOn(app, askwell, path);
    app.use((context) => {
      context.status = 418;
      context.body = elsewhere;
    });
    return app.callback();
  };
}

const koaUser: GetUser<Koa.Context> = ({ request }) => request['state']['findUser']();

/** Apps of frameworks on Node's own requests. */
export const nodeHosts: readonly FrameworkHost[] = [
  define('Express by its helper', {
    listen: expressApp(),
    getUser: ({ request }) => request.findUser?.(),
    passesOn: true,
  }),
  define('Fastify', { listen: fastifyApp, getUser: ({ request }) => request.findUser?.(), passesOn: true }),
  define('Koa', {
    listen: koaApp((app, askwell) => app.use(toKoaMiddleware(askwell))),
    getUser: koaUser,
    passesOn: true,
  }),
  define('Koa with koa-mount', {
    listen: koaApp((app, askwell, path) => app.use(mount(path, toKoaMiddleware(askwell)))),
    getUser: koaUser,
    passesOn: true,
  }),
  define('Koa after a body parser', {
    listen: koaApp((app, askwell) => app.use(bodyParser({ formLimit: '1mb' })).use(toKoaMiddleware(askwell))),
    getUser: koaUser,
    passesOn: true,
    parses: true,
    refuses: ['a member named __proto__'],
  }),
];
