import type { z } from 'zod';
import { AskwellError } from '../base/errors.js';
import type { HttpExchange, PageReply } from './exchange.js';
import type { OperationDoc } from './operation-docs.js';
import type { Params } from './router.js';

/** Handles one method of a page. */
export type PageHandler = (exchange: HttpExchange, params: Params) => PageReply | Promise<PageReply>;

/** The documentation of an operation outside `/api/v1` that programs use, for the OpenAPI document. */
export interface ServiceOperation {
  readonly doc: OperationDoc;
  /** The path parameters, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodType;
  /** The JSON body of a POST. Without it, the operation is a GET. */
  readonly body?: z.ZodType;
}

/** A page, form, file or probe outside `/api/v1`. */
export interface PageEndpoint {
  readonly path: string;
  readonly get?: PageHandler;
  /** Only for endpoints that programs use: one operation, or one for GET and one for POST. */
  readonly operation?: ServiceOperation | readonly ServiceOperation[];
  readonly post?: PageHandler;
  /** Whether visitors post here without a session. An overloaded process rejects these posts. */
  readonly isPublicPost?: boolean;
  /**
   * Whether the pipeline calls its handlers without waiting for a turn: they send data from memory, or wait for a turn
   * of the account that they find.
   */
  readonly hasOwnTurns?: boolean;
  /** Handles preflight requests, for endpoints that pages of other origins read. */
  readonly options?: PageHandler;
  /** Returns the error response. Absent: errors are shown as a page. */
  readonly onError?: (error: AskwellError, exchange: HttpExchange) => PageReply;
}

/**
 * Handles a request to a page.
 *
 * @throws AskwellError with the code `method_not_allowed`.
 */
export async function servePage(endpoint: PageEndpoint, exchange: HttpExchange, params: Params): Promise<PageReply> {
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

/** Returns the value of the `Allow` header. */
export function allowedMethods(endpoint: PageEndpoint): string {
  return [endpoint.get ? 'GET, HEAD' : '', endpoint.post ? 'POST' : ''].filter(Boolean).join(', ');
}
