import type { Request as ExpressRequest } from 'express';
import type { FastifyRequest } from 'fastify';
import type { H3Event } from 'h3';
import type { H3Event as H3EventV1 } from 'h3-v1';
import type { Context } from 'hono';
import type { Context as KoaContext } from 'koa';
import { describe, expectTypeOf, test } from 'vitest';
import { type ExpressHandler, toExpressHandler } from '../../src/adapters/express.js';
import type { FastifyAskwellOptions } from '../../src/adapters/fastify.js';
import type { toH3Handler } from '../../src/adapters/h3.js';
import type { toHonoHandler } from '../../src/adapters/hono.js';
import type { toKoaMiddleware } from '../../src/adapters/koa.js';
import type { toNextJsHandler } from '../../src/adapters/next.js';
import type { SvelteKitEvent, toSvelteKitHandler } from '../../src/adapters/sveltekit.js';
import type { Askwell } from '../../src/askwell-interface.js';
import { createAskwell } from '../../src/create-askwell.js';

/** The Askwell that a helper accepts for requests of its framework. */
type Accepted = {
  express: Parameters<typeof toExpressHandler<ExpressRequest>>[0];
  fastify: FastifyAskwellOptions['askwell'];
  koa: Parameters<typeof toKoaMiddleware<KoaContext>>[0];
  hono: Parameters<typeof toHonoHandler<Context>>[0];
  next: Parameters<typeof toNextJsHandler<Request>>[0];
  sveltekit: Parameters<typeof toSvelteKitHandler<SvelteKitEvent>>[0];
  h3: Parameters<typeof toH3Handler<H3Event>>[0];
  h3v1: Parameters<typeof toH3Handler<H3EventV1>>[0];
};

describe('a helper', () => {
  test("accepts an Askwell whose getUser receives its framework's request", () => {
    expectTypeOf<Askwell<ExpressRequest>>().toExtend<Accepted['express']>();
    expectTypeOf<Askwell<FastifyRequest>>().toExtend<Accepted['fastify']>();
    expectTypeOf<Askwell<KoaContext>>().toExtend<Accepted['koa']>();
    expectTypeOf<Askwell<Context>>().toExtend<Accepted['hono']>();
    expectTypeOf<Askwell<Request>>().toExtend<Accepted['next']>();
    expectTypeOf<Askwell<SvelteKitEvent>>().toExtend<Accepted['sveltekit']>();
    expectTypeOf<Askwell<H3Event>>().toExtend<Accepted['h3']>();
    expectTypeOf<Askwell<H3EventV1>>().toExtend<Accepted['h3v1']>();
  });

  test('accepts an Askwell without getUser, or whose getUser ignores the request', () => {
    expectTypeOf<Askwell>().toExtend<Accepted[keyof Accepted]>();
    expectTypeOf(toExpressHandler(createAskwell({ database: ':memory:' }))).toExtend<ExpressHandler<ExpressRequest>>();
  });

  test('refuses an Askwell whose getUser receives the request of another framework', () => {
    expectTypeOf<Askwell<FastifyRequest>>().not.toExtend<Accepted['express']>();
    expectTypeOf<Askwell<ExpressRequest>>().not.toExtend<Accepted['fastify']>();
    expectTypeOf<Askwell<ExpressRequest>>().not.toExtend<Accepted['koa']>();
    expectTypeOf<Askwell<KoaContext>>().not.toExtend<Accepted['hono']>();
    expectTypeOf<Askwell<Context>>().not.toExtend<Accepted['next']>();
    expectTypeOf<Askwell<Request>>().not.toExtend<Accepted['sveltekit']>();
    expectTypeOf<Askwell<ExpressRequest>>().not.toExtend<Accepted['h3']>();
    expectTypeOf<Askwell<H3Event>>().not.toExtend<Accepted['h3v1']>();
  });
});
