import type { Design, DesignDraft } from '../../shared/contract/resources.js';

/** Returns a design with null for its absent members. */
export function completeDesign({ accent, font, radius, density }: DesignDraft): Design {
  return { accent: accent ?? null, font: font ?? null, radius: radius ?? null, density: density ?? null };
}

/** Returns the design that visitors see. Members that an ask does not set come from its site. */
export function resolveDesign(ask: Design | null, site: Design | null): Design | null {
  if (!ask || !site) return ask ?? site;
  return {
    accent: ask.accent ?? site.accent,
    font: ask.font ?? site.font,
    radius: ask.radius ?? site.radius,
    density: ask.density ?? site.density,
  };
}
