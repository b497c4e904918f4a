import type { Design, DesignFont } from '../contract/resources.js';

/** Fonts that devices have. Web fonts would need requests to other servers. */
const fonts: Readonly<Record<DesignFont, string>> = {
  system: 'system-ui',
  serif: 'ui-serif,Georgia,serif',
  rounded: 'ui-rounded,Arial Rounded MT Bold,sans-serif',
  mono: 'ui-monospace,Menlo,monospace',
};

/** Returns the CSS values of a design, by the names of custom properties without a prefix. Null: the default applies. */
export function designValues({ accent, font, radius, density }: Partial<Design>) {
  const gap = density && { compact: 12, comfortable: 16, spacious: 24 }[density];
  return {
    accent: accent ?? null,
    font: font ? fonts[font] : null,
    radius: radius == null ? null : `${radius}px`,
    gap: gap ? `${gap}px` : null,
    padding: gap ? `${gap / 2}px ${gap * 0.75}px` : null,
  };
}
