import { parseUrlencoded } from '../http/urlencoded.js';
import type { DashboardRequest } from './guards.js';

/** A query parameter that came once. */
export function queryParam({ exchange }: DashboardRequest, name: string): string | undefined {
  const value = parseUrlencoded(exchange.query, 'query')[name];
  return typeof value === 'string' ? value : undefined;
}
