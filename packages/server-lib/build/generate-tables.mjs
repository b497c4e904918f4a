// Prints the tables of members in the reference pages, from the components that the schemas in src describe.

const begin = /<!-- members of (\w+)(?: without (\w+))? -->/;
const block = /(<!-- members of (\w+)(?: without (\w+))? -->\n)[\s\S]*?(<!-- end of members -->)/g;

/** Returns a page with its tables up to date. Each table is between `<!-- members of PollDraft -->` and `<!-- end of members -->`. */
export function updateTables(page, components) {
  return page.replace(block, (_, start, name, without, end) => {
    const skipped = without === undefined ? (components[name].extends ?? []) : [without];
    const known = new Set(skipped.flatMap((base) => Object.keys(objectOf(components[base], components).properties)));
    return `${start}\n${printTable(objectOf(components[name], components), known, components)}\n${end}`;
  });
}

/** True if a page has such a table. */
export function hasTables(page) {
  return begin.test(page);
}

/** Returns the schema of an object with the members that it inherits. Of a union with a label, returns the object. */
function objectOf(schema, components) {
  const object = schema.properties ? schema : schema.anyOf.find(({ properties }) => properties);
  const inherited = (object.extends ?? []).map((base) => objectOf(components[base], components).properties);
  return { ...object, properties: Object.assign({}, ...inherited, object.properties) };
}

function printTable({ properties, required = [], additionalProperties }, known, components) {
  const isRequest = additionalProperties === false;
  const rows = Object.entries(properties)
    .filter(([name]) => !known.has(name))
    .map(([name, member]) => {
      const description = [member.description ?? typeOf(member), limitsOf(member, components)]
        .filter(Boolean)
        .join(' ');
      const cells = [`\`${name}\``, ...(isRequest ? [defaultOf(member, required.includes(name))] : []), description];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
    });
  const head = isRequest
    ? '| field | default | description |\n| --- | --- | --- |'
    : '| field | description |\n| --- | --- |';
  return `${head}\n${rows.join('')}`;
}

/** Returns the type of a member that has no description. Returns an empty text if the limits or values of the schema show the type. */
function typeOf(schema) {
  const { $ref, type, enum: values, maxLength, maximum } = schema;
  if ($ref) return $ref.endsWith('/Timestamp') ? 'A timestamp.' : '';
  if (values || maxLength !== undefined || maximum !== undefined) return '';
  const name = {
    array: 'An array',
    boolean: 'True or false',
    integer: 'An integer',
    number: 'A number',
    string: 'A string',
  };
  const [first, nothing] = [type].flat();
  return name[first] === undefined ? '' : `${name[first]}${nothing === 'null' ? ' or null' : ''}.`;
}

function defaultOf({ absent }, isRequired) {
  if (isRequired) return 'required';
  if (absent === undefined) return '';
  return absent === null || typeof absent === 'boolean' || typeof absent === 'number'
    ? String(absent)
    : typeof absent === 'string'
      ? `\`${absent}\``
      : `\`${JSON.stringify(absent)}\``;
}

/** Returns the values or limits of a schema in words: `Up to 300 characters.` */
function limitsOf(schema, components) {
  if (schema.$ref)
    return limitsOf({ ...components[schema.$ref.split('/').at(-1)], description: undefined }, components);
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null).map((value) => `\`${value}\``);
    return `One of ${values.join(', ')}.`;
  }
  const variants = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (variants?.length === 1) return limitsOf(variants[0], components);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  if (maxLength !== undefined) return `${range(minLength > 1 ? minLength : undefined, maxLength)} characters.`;
  if (maxItems !== undefined) return `${range(minItems, maxItems)} items.`;
  if (maximum !== undefined) return `${range(minimum, maximum)}.`;
  return '';
}

function range(min, max) {
  const last = max.toLocaleString('en-US');
  return min === undefined ? `Up to ${last}` : `${min.toLocaleString('en-US')} to ${last}`;
}
