import { sha256 } from '../base/crypto/hash.js';
import { AskwellError } from '../base/errors.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import type { Design } from '../shared/contract/resources.js';
import { designProperties } from '../shared/presentation/design-properties.js';

/** The text for a null member. */
const unset = 'auto';
const fonts = ['system', 'serif', 'rounded', 'mono'] as const;
const densities = ['compact', 'comfortable', 'spacious'] as const;
const maxRadius = 24;
const files = /^([0-9a-f]{6}|auto)-([a-z]+)-(\d{1,2}|auto)-([a-z]+)\.css$/;

const nothing: Design = { accent: null, font: null, radius: null, density: null };
/** Changes with the CSS values of fonts and densities, so that browsers do not use cached style sheets with old values. */
const version = sha256(
  [...fonts.map((font) => ({ ...nothing, font })), ...densities.map((density) => ({ ...nothing, density }))]
    .map(designSheet)
    .join(''),
)
  .toString('hex')
  .slice(0, 8);
const folder = `/embed/designs/${version}`;

/**
 * Returns the path of the style sheet with the values of a design, below the base path. Null if it sets nothing. The CSP of
 * pages forbids inline styles, so the path has the values.
 */
export function designSheetPath(design: Design | null): string | null {
  if (!design || Object.values(design).every((value) => value === null)) return null;
  const { accent, font, radius, density } = design;
  const parts = [accent?.slice(1), font, radius, density].map((value) => value ?? unset);
  return `${folder}/${parts.join('-')}.css`;
}

/** Returns the style sheet of a design. */
export function designSheet(design: Design): string {
  const declarations = Object.entries(designProperties(design)).map(([name, value]) => `${name}:${value}`);
  return `:root{${declarations.join(';')}}`;
}

/** `/embed/designs/{version}/{file}`: the style sheets of designs. They can be cached forever. */
export const designSheetRoute: PageEndpoint = {
  path: '/embed/designs/{version}/{file}',
  get({ path }, { file = '' }) {
    const design = parseFile(file);
    // Refuses all other spellings, so that each design has one path.
    if (!design || designSheetPath(design) !== path) throw new AskwellError('not_found');
    return {
      status: 200,
      headers: [
        ...['content-type', 'text/css; charset=utf-8'],
        ...['cache-control', 'public, max-age=31536000, immutable'],
        ...['cross-origin-resource-policy', 'same-origin'],
      ],
      body: designSheet(design),
    };
  },
};

/** Returns the design in the name of a file. Only valid values get into a style sheet. */
function parseFile(file: string): Design | undefined {
  const [, accent = '', font = '', radius = '', density = ''] = files.exec(file) ?? [];
  const design = {
    accent: accent === unset ? null : `#${accent}`,
    font: fonts.find((known) => known === font) ?? null,
    radius: radius === unset ? null : Number(radius),
    density: densities.find((known) => known === density) ?? null,
  };
  return radius === '' || (design.radius ?? 0) > maxRadius ? undefined : design;
}
