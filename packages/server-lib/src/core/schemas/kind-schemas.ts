import type { z } from 'zod';

/** The schemas of one kind for the OpenAPI document. */
export interface KindSchemas {
  readonly ask: z.ZodType;
  readonly results: z.ZodType;
  /** An answer as its owner sees it. */
  readonly answer: z.ZodType;
  /** An answer as its visitor sees it. */
  readonly receipt: z.ZodType;
  /** An answer that is sent as JSON. */
  readonly body: z.ZodType;
  /** Many answers that are sent with a key. */
  readonly batch: z.ZodType;
  /** An answer that is sent by an HTML form. */
  readonly form: z.ZodType;
  /** An example of a CSV export: the header and one row. */
  readonly csv: string;
}
