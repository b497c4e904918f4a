import type { JsonSchema } from '../../api/openapi/openapi-types.js';
import { type Html, html } from '../../base/html.js';
import { codeBlock, inline, paragraphs } from './formatted-text.js';
import { alternativesOf, componentId, isSchema, limitsOf, typeOf } from './schema-type.js';

/** A named value: a member of an object, a parameter or a header. */
export interface NamedValue {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
  /** Where a parameter is sent, such as `query`. */
  readonly place?: string;
}

/** Renders values with their types and descriptions. */
export function valueList(values: readonly NamedValue[]): Html | null {
  if (values.length === 0) return null;
  return html`<dl class="values">${values.map(({ name, schema, isRequired, description, place }) => {
    const limits = limitsOf(schema);
    return html`<div><dt><code>${name}</code> <span class="type">${place && `${place}, `}${typeOf(schema)}${limits && html`, ${limits}`}</span>${
      isRequired && html` <strong class="required">required</strong>`
    }</dt>${description && html`<dd>${inline(description)}</dd>`}${nestedMembers(schema)}</div>`;
  })}</dl>`;
}

/** Renders the members of an object without a name. */
function nestedMembers(schema: JsonSchema): Html[] {
  const { items, additionalProperties } = schema;
  const inner = [schema, items, additionalProperties, ...alternativesOf(schema)].filter(isSchema);
  return inner.flatMap((part) => {
    const list = valueList(membersOf(part));
    return list ? [html`<dd>${list}</dd>`] : [];
  });
}

function membersOf({ properties, required }: JsonSchema): NamedValue[] {
  if (!isSchema(properties)) return [];
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ name, schema, isRequired: names.includes(name), description: descriptionOf(schema) }] : [],
  );
}

function descriptionOf({ description }: JsonSchema): string | undefined {
  return typeof description === 'string' ? description : undefined;
}

/** Renders the definition of a schema: its type, or the members of an object. */
export function schemaBody(schema: JsonSchema): Html {
  const description = descriptionOf(schema);
  const { examples, type } = schema;
  const alternatives = alternativesOf(schema);
  const limits = limitsOf(schema);
  const members = valueList(membersOf(schema));
  const isPlain = members === null || type !== 'object';
  return html`${description && paragraphs(description)}${
    isPlain && html`<p class="type">${typeOf(schema)}${limits && `, ${limits}`}</p>`
  }${members}${alternatives.map((part) => valueList(membersOf(part)))}${
    Array.isArray(examples) && examples.map((example) => codeBlock(example))
  }`;
}

/** Renders the components, each collapsed under its name. */
export function schemaList(schemas: Readonly<Record<string, JsonSchema>>): Html[] {
  return Object.entries(schemas).map(
    ([name, schema]) =>
      html`<details class="entry"><summary><h3><code>${name}</code></h3></summary><div class="entry-body" id="${componentId(name)}">${schemaBody(schema)}</div></details>`,
  );
}
