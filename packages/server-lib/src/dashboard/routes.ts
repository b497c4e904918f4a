import type { House } from '../assemble.js';
import type { AskwellError } from '../errors.js';
import type { Exchange, Reply } from '../http/exchange.js';
import type { PageEndpoint } from '../http/pages.js';

export function dashboardRoutes(_house: House): PageEndpoint[] {
  return [
    {
      path: '/',
      get: () => ({ status: 200, headers: ['content-type', 'text/html; charset=utf-8'], body: '<h1>Askwell</h1>' }),
    },
  ];
}

export function failPage(error: AskwellError, _exchange: Exchange): Reply {
  return { status: error.status, headers: ['content-type', 'text/plain'], body: error.message };
}
