import type { Timestamp } from '../http/response-types.js';

/** An API key as it is shown after its creation: the raw key is not part of it. */
export interface ApiKey {
  id: number;
  /** Which site or integration the key is for. */
  name: string;
  description: string | null;
  /** `ask_XXXX••••••XXXX` */
  masked_key: string;
  /** Null until the key is first used. */
  last_used_at: Timestamp | null;
  created_at: Timestamp;
}
