import { AskwellError } from '../errors.js';
import type { Exchange, Reply } from './exchange.js';
import type { Params } from './router.js';

export type PageHandler = (exchange: Exchange, params: Params) => Reply | Promise<Reply>;

/** A page, form, file or probe outside the API. */
export interface PageEndpoint {
  readonly path: string;
  readonly get?: PageHandler;
  readonly post?: PageHandler;
}

export async function servePage(endpoint: PageEndpoint, exchange: Exchange, params: Params): Promise<Reply> {
  const { method } = exchange;
  const handle = method === 'POST' ? endpoint.post : method === 'GET' || method === 'HEAD' ? endpoint.get : undefined;
  if (!handle) throw new AskwellError('method_not_allowed');
  return handle(exchange, params);
}

/** The `Allow` header's value. */
export function allowedAt(endpoint: PageEndpoint): string {
  return [endpoint.get ? 'GET, HEAD' : '', endpoint.post ? 'POST' : ''].filter(Boolean).join(', ');
}
