/** The pages of an instance. */
export interface PageOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** `/`: introduces Askwell with a sample poll. Default: `false`. */
  landing?: boolean | undefined;
  /** `/dashboard`, `/login`, `/logout`, `/register`, `/enter`, and the links to results at `/r`. Default: `true`. */
  dashboard?: boolean | undefined;
  /** `/register`. Disabled with `dashboard` too. Default: `true`. */
  register?: boolean | undefined;
  /** `/docs` and `/openapi.json`. Default: `false`. */
  docs?: boolean | undefined;
}
