import { H3, type H3Event, toNodeHandler } from 'h3';
import * as h3v1 from 'h3-v1';
import { toH3Handler } from '../../src/adapters/h3.js';
import type { HostUser } from '../../src/http/host-user.js';
import { define, elsewhere, type FrameworkHost, type Listen, nodeListener, userNamed } from './define.js';

declare module 'h3' {
  interface H3EventContext {
    findUser?: () => HostUser | null;
  }
}

const h3App: Listen<H3Event> = (askwell, path) => {
  const app = new H3();
  app.use((event) => {
    event.context.findUser = userNamed(event.req.headers.get('x-user'));
  });
  app.all(`${path}/**`, toH3Handler(askwell));
  app.all('/**', () => new Response(elsewhere, { status: 418 }));
  return nodeListener(toNodeHandler(app));
};

function h3v1App(use: (app: h3v1.App, path: string, handler: h3v1.EventHandler) => void): Listen<h3v1.H3Event> {
  return (askwell, path) => {
    const app = h3v1.createApp();
    app.use(
      h3v1.eventHandler((event) => {
        event.context['findUser'] = userNamed(h3v1.getHeader(event, 'x-user'));
      }),
    );
    use(app, path, h3v1.eventHandler(toH3Handler(askwell)));
    app.use(
      h3v1.eventHandler((event) => {
        h3v1.setResponseStatus(event, 418);
        return elsewhere;
      }),
    );
    return h3v1.toNodeListener(app);
  };
}

/** Apps of both versions of h3. */
export const h3Hosts: readonly FrameworkHost[] = [
  define('h3 2', { listen: h3App, getUser: ({ request }) => request.context.findUser?.() }),
  define('h3 1', {
    listen: h3v1App((app, path, handler) => {
      app.use(h3v1.createRouter().use(path, handler).use(`${path}/**`, handler).handler);
    }),
    getUser: ({ request }) => request.context['findUser'](),
    passesOn: true,
  }),
  define('h3 1 with a prefix', {
    listen: h3v1App((app, path, handler) => app.use(path, handler)),
    getUser: ({ request }) => request.context['findUser'](),
    passesOn: true,
  }),
];
