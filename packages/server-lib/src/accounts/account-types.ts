import type { Timestamp } from '../api/response-types.js';

/** An owner's account, as `GET /api/v1/me` tells it. */
export interface Account {
  id: number;
  name: string;
  email: string;
  /** By ascending id; a key that is scoped to a site sees that site's keys alone. */
  api_keys: ApiKey[];
  created_at: Timestamp;
}

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
