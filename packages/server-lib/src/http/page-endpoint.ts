import type { z } from 'zod';
import type { OperationDoc } from '../api/operation-docs.js';
import { AskwellError } from '../errors.js';
import type { HttpExchange, Reply } from './exchange.js';
import type { Params } from './router.js';

export type PageHandler = (exchange: HttpExchange, params: Params) => Reply | Promise<Reply>;

/** A GET outside the API that programs use, as the OpenAPI document tells it. */
export interface ServiceOperation {
  readonly doc: OperationDoc;
  /** What stands in the path, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodType;
}

/** A page, form, file or probe outside the API. */
export interface PageEndpoint {
  readonly path: string;
  readonly get?: PageHandler;
  /** Only what is there for programs has it. */
  readonly operation?: ServiceOperation;
  readonly post?: PageHandler;
  /** What a preflight is told, where other sites may read. */
  readonly options?: PageHandler;
  /** How refusals are told here, if not by a page. */
  readonly onError?: (error: AskwellError, exchange: HttpExchange) => Reply;
}

export async function servePage(endpoint: PageEndpoint, exchange: HttpExchange, params: Params): Promise<Reply> {
  const handle = handlerFor(endpoint, exchange.method);
  if (!handle) throw new AskwellError('method_not_allowed');
  return handle(exchange, params);
}

function handlerFor(endpoint: PageEndpoint, method: string): PageHandler | undefined {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return endpoint.get;
    case 'POST':
      return endpoint.post;
    case 'OPTIONS':
      return endpoint.options;
    default:
      return undefined;
  }
}

/** The `Allow` header's value. */
export function allowedMethods(endpoint: PageEndpoint): string {
  return [endpoint.get ? 'GET, HEAD' : '', endpoint.post ? 'POST' : ''].filter(Boolean).join(', ');
}
