import type { JsonSchema } from '../../api/openapi/openapi-types.js';
import { type Html, type HtmlPart, html } from '../../base/html.js';
import { isObject } from '../../base/validation/objects.js';

/** Returns whether a value of the document is a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return isObject(value);
}

/** Returns the schemas in a list, such as the alternatives in `anyOf`. */
export function schemasIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Returns the alternatives of a schema. */
export function alternativesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
  return schemasIn(anyOf ?? oneOf);
}

/** Returns the ID of the element that shows a component. */
export function componentId(ref: string): string {
  return `schema-${ref.slice(ref.lastIndexOf('/') + 1)}`;
}

function joined(parts: readonly HtmlPart[], separator: string): HtmlPart[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

/** Renders the type of a value, with links to the components that it refers to. */
export function typeOf(schema: JsonSchema): HtmlPart {
  const { $ref, enum: values, type, items, additionalProperties } = schema;
  if (typeof $ref === 'string')
    return html`<a href="#${componentId($ref)}">${$ref.slice($ref.lastIndexOf('/') + 1)}</a>`;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return joined(alternatives.map(typeOf), ' or ');
  if (Array.isArray(values)) return joined(values.map(literal), ' or ');
  if ('const' in schema) return literal(schema['const']);
  const types = (Array.isArray(type) ? type : [type ?? 'any']).map((name) => {
    if (name === 'array' && isSchema(items)) return html`array of ${typeOf(items)}`;
    if (name === 'object' && isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0)
      return html`object of ${typeOf(additionalProperties)}`;
    return String(name);
  });
  return joined(types, ' or ');
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** Returns the limits of a value, such as its length. Empty if the value has no limits. */
export function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum, format } = schema;
  const limits = [
    rangeOf(minLength, maxLength, 'characters'),
    rangeOf(minItems, maxItems, 'items'),
    rangeOf(minimum, maximum),
    exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`,
    format,
    'default' in schema && `default: ${JSON.stringify(schema['default'])}`,
  ];
  return limits.filter((limit) => typeof limit === 'string' && limit !== '').join(', ');
}

function rangeOf(min: unknown, max: unknown, unit = ''): string {
  const [from, to] = [min, max].map((value) => (typeof value === 'number' ? value.toLocaleString('en') : undefined));
  const suffix = unit && ` ${unit}`;
  if (from === undefined) return to === undefined ? '' : `up to ${to}${suffix}`;
  return to === undefined ? `at least ${from}${suffix}` : `${from} to ${to}${suffix}`;
}
