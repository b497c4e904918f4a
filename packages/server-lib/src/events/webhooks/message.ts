import type { IncomingMessage } from 'node:http';
import { maxResponseBytes } from './limits.js';
import { TargetError, type TargetProblem } from './target-guard.js';

/** A message that is ready to be sent. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The reason why there is no response. */
export type SendProblem = TargetProblem | 'timeout' | 'connection' | 'tls';

/** The outcome of a message. */
export type PostOutcome =
  | {
      readonly status: number;
      /** The beginning of the body. */
      readonly response: string;
      readonly retryAfter: string | undefined;
    }
  | { readonly problem: SendProblem };

/** Returns the first bytes of a response. Does not read the rest. */
export async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxResponseBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString('utf8');
}

/** Returns the problem that a connection error means. */
export function problemOf(error: unknown): SendProblem {
  if (error instanceof TargetError) return error.problem;
  return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|EPROTO/.test(codeOf(error)) ? 'tls' : 'connection';
}

/** Returns the code of an error of Node. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
