/** The pages of an instance. Default for each: true. */
export interface PageOptions {
  /** `/`: introduces Askwell with a sample poll. */
  landing?: boolean | undefined;
  /** `/dashboard`, `/login`, `/logout`, `/register`, and the links to results at `/r`. */
  dashboard?: boolean | undefined;
  /** `/register`. Disabled with `dashboard` too. */
  register?: boolean | undefined;
  /** `/docs` and `/openapi.json`. */
  docs?: boolean | undefined;
}
