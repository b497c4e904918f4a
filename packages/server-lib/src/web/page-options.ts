/** Which pages a mounted instance serves. */
export interface PageOptions {
  /** `/`: what Askwell is, with a sample poll. */
  landing?: boolean | undefined;
  /** `/dashboard`, `/login`, `/logout` and `/register`. */
  dashboard?: boolean | undefined;
  /** `/register` alone. */
  register?: boolean | undefined;
  /** `/docs` and `/openapi.json`. */
  docs?: boolean | undefined;
}
