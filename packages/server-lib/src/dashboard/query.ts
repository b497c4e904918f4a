import { parseUrlencoded } from '../http/urlencoded.js';
import type { DashboardRequest } from './guards.js';

/** Returns a query parameter, unless it is missing or repeated. */
export function queryParam({ exchange }: Pick<DashboardRequest, 'exchange'>, name: string): string | undefined {
  const value = parseUrlencoded(exchange.query, 'query')[name];
  return typeof value === 'string' ? value : undefined;
}
