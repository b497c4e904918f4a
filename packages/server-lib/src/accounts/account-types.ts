import type { Timestamp } from '../http/response-types.js';
import type { ApiKey } from '../keys/key-types.js';

/** An owner's account, as `GET /api/v1/me` tells it. */
export interface Account {
  id: number;
  name: string;
  email: string;
  /** By ascending id; a key that is scoped to a site sees that site's keys alone. */
  api_keys: ApiKey[];
  created_at: Timestamp;
}
