import type { Timestamp } from '../http/response-types.js';

/** A site groups asks and keys, and says which origins may answer. */
export interface Site {
  id: number;
  name: string;
  /** Origins like `https://example.com`; none listed: any may. */
  origins: string[];
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** What `POST /api/v1/sites` takes. */
export interface SiteDraft {
  name: string;
  origins?: string[] | null | undefined;
}

/** What `PATCH /api/v1/sites/{id}` takes: what is absent stays. */
export interface SiteChanges {
  name?: string | undefined;
  /** Null clears it, as an empty list does. */
  origins?: string[] | null | undefined;
}
