import { z } from 'zod';
import type { Reply } from './http-client.js';

const numbered = z.object({ data: z.object({ id: z.number() }) });
const named = z.object({ data: z.object({ id: z.string() }) });
const page = z.object({
  data: z.array(z.object({ id: z.number() })),
  meta: z.object({ next_cursor: z.string().nullable() }),
});
const errorBody = z.object({
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

/** Returns the numeric ID of the resource in a reply. */
export function idIn(reply: Reply): number {
  return numbered.parse(reply.body).data.id;
}

/** Returns the ID of the poll, quiz, form or answer in a reply. */
export function textIdIn(reply: Pick<Reply, 'body'>): string {
  return named.parse(reply.body).data.id;
}

/** Returns the IDs on one page of a list, and the cursor of the next page. */
export function pageIn(reply: Reply): { ids: number[]; next: string | null } {
  const { data, meta } = page.parse(reply.body);
  return { ids: data.map((row) => row.id), next: meta.next_cursor };
}

/** Returns the code of an error reply. Fails if the body has a member that errors do not have. */
export function codeIn(reply: Reply): string {
  return errorBody.strict().parse(reply.body).code;
}

/** Returns the dotted paths of the invalid members that a 422 lists. */
export function faultsIn(reply: Reply): string[] {
  return Object.keys(errorBody.parse(reply.body).errors ?? {});
}

/** Returns the faults that a 422 lists, with their paths and codes. */
export function issuesIn(reply: Reply): { path: string; code: string }[] {
  return errorBody.parse(reply.body).issues ?? [];
}
