import type { Brand } from '../../instance/options/brand.js';

/** The settings that the links and the header of a page depend on. */
export interface PageLinks {
  /** The prefix of the page's links. */
  readonly base: string;
  /** The home page of Askwell. Null if neither the landing page nor the dashboard is enabled. */
  readonly home: string | null;
  /** Whether there are pages with the documentation. */
  readonly hasDocs: boolean;
  /** The brand of the host app, with its home page. */
  readonly brand: Brand;
}
