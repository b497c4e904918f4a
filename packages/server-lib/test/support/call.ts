import { z } from 'zod';

export interface CallOptions {
  readonly key?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  /** Sent as JSON, unless it is text or bytes already. */
  readonly body?: unknown;
}

/** A reply, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed; undefined where there is none. */
  readonly body: unknown;
}

/** Calls a path through a real socket. */
export async function call(
  server: { readonly url: string },
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return answerOf(await fetch(server.url + path, toInit(method, options)));
}

/** The same call as a fetch `Request`'s settings. */
export function toInit(method: string, { key, headers = {}, body }: CallOptions): RequestInit {
  const init: RequestInit = { method, redirect: 'manual' };
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  if (body !== undefined)
    init.body = isRaw ? new Blob([typeof body === 'string' ? body : new Uint8Array(body)]) : JSON.stringify(body);
  init.headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...headers,
  };
  return init;
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

const numbered = z.object({ data: z.object({ id: z.number() }) });
const page = z.object({
  data: z.array(z.object({ id: z.number() })),
  meta: z.object({ next_cursor: z.string().nullable() }),
});
const refusal = z.object({
  message: z.string().min(1),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  issues: z
    .array(
      z.strictObject({
        path: z.string(),
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
        message: z.string().min(1),
      }),
    )
    .optional(),
});

/** The id of the one resource in an answer. */
export function idIn(answer: Answer): number {
  return numbered.parse(answer.body).data.id;
}

const named = z.object({ data: z.object({ id: z.string() }) });

/** The id of an ask or an answer, which are texts. */
export function textIdIn(answer: Pick<Answer, 'body'>): string {
  return named.parse(answer.body).data.id;
}

/** The ids on one page of a list, and where the next one begins. */
export function pageIn(answer: Answer): { ids: number[]; next: string | null } {
  const { data, meta } = page.parse(answer.body);
  return { ids: data.map((row) => row.id), next: meta.next_cursor };
}

/** The code of a refusal, whose form is checked along the way. */
export function codeIn(answer: Answer): string {
  return refusal.strict().parse(answer.body).code;
}

/** The dotted paths of what a 422 complains about. */
export function faultsIn(answer: Answer): string[] {
  return Object.keys(refusal.parse(answer.body).errors ?? {});
}
