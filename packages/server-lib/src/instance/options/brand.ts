import { isObject } from '../../base/validation/objects.js';
import { invalidOption } from '../../base/validation/option-error.js';
import { designSheetPath } from '../../core/design-sheet.js';
import { isOrigin } from '../../http/origin.js';
import { isPathOrUrl } from '../../http/path-or-url.js';
import type { Design } from '../../shared/contract/resources.js';

/** The brand of the host app, which its pages show in place of Askwell's brand. */
export interface BrandOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /**
   * The name of your app, which pages for owners show, such as the dashboard and its error pages. Required with
   * `brand`.
   */
  name: string;
  /**
   * An https URL or a path. It is shown 28 pixels high. The content security policy of these pages allows images from
   * its host.
   */
  logo?: string | undefined;
  /**
   * A color such as `#0a7d5a`. Where it would be hard to read, pages darken or lighten it. Hosted pages use it unless
   * they have a design with a color. Default: orange.
   */
  accent?: string | undefined;
}

/** The brand of the host app, as pages need it. */
export interface Brand {
  /** Null: pages show Askwell's brand. */
  readonly name: string | null;
  readonly logo: string | null;
  /** The lower-case hex color. */
  readonly accent: string | null;
  /** The path of the style sheet with the accent, below the base path. */
  readonly sheet: string | null;
  /** The origin of the logo, which the CSP must allow. Null if it is this one. */
  readonly imageSource: string | null;
  /** The URL of the host app. */
  readonly homeUrl: string | null;
}

const maxNameLength = 100;
const color = /^#[0-9a-f]{6}$/i;

/** @throws OptionError that names the invalid member. */
export function checkBrand(option: string, value: unknown): void {
  if (value === undefined) return;
  if (!isObject(value)) throw invalidOption(option, 'an object with name, logo, accent', value);
  const { name, logo, accent, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw invalidOption(option, 'an object with name, logo, accent', `${unknown}: …`);
  if (typeof name !== 'string' || name.trim() === '' || name.length > maxNameLength)
    throw invalidOption(`${option}.name`, `a text of 1 to ${maxNameLength} characters`, name);
  if (logo !== undefined && !(typeof logo === 'string' && isLogo(logo)))
    throw invalidOption(`${option}.logo`, 'an https URL or a path, such as "/logo.svg"', logo);
  if (accent !== undefined && !(typeof accent === 'string' && color.test(accent)))
    throw invalidOption(`${option}.accent`, 'a color such as "#0a7d5a"', accent);
}

/** Returns whether a text can be a logo. Its origin gets into the CSP, where spaces and semicolons separate sources. */
function isLogo(text: string): boolean {
  return isPathOrUrl(text) && (text.startsWith('/') || (text.startsWith('https:') && isOrigin(new URL(text).origin)));
}

/** @throws OptionError if the URL is invalid. */
export function parseHomeUrl(text: string): string {
  if (!isPathOrUrl(text)) throw invalidOption('homeUrl', 'a path or an http or https URL', text);
  return text;
}

/** Returns the brand of an instance. The options are checked. */
export function createBrand({
  brand,
  homeUrl,
}: {
  readonly brand?: BrandOptions | undefined;
  readonly homeUrl?: string | undefined;
}): Brand {
  const { name = null, logo = null } = brand ?? {};
  const accent = brand?.accent?.toLowerCase() ?? null;
  return {
    name,
    logo,
    accent,
    homeUrl: homeUrl ?? null,
    sheet: designSheetPath({ accent, font: null, radius: null, density: null }),
    imageSource: logo === null || logo.startsWith('/') ? null : new URL(logo).origin,
  };
}

/** Returns the design of a page with the accent of the host app, unless the design has an accent. */
export function withBrandAccent(design: Design | null | undefined, { accent }: Brand): Design | null {
  if (accent === null || (design?.accent ?? null) !== null) return design ?? null;
  return { font: null, radius: null, density: null, ...design, accent };
}
