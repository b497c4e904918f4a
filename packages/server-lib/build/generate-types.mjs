// Prints the TypeScript types of the components that the schemas in src describe.

/** Returns the content of src/shared/contract/resources.ts. */
export function printTypes(components) {
  const types = Object.entries(components)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => printComponent(name, schema, components));
  return `// Generated from the schemas by \`npm run generate\`. Do not edit.\n\n${types.join('\n\n')}\n`;
}

function printComponent(name, schema, components) {
  const doc = printDoc(schema);
  if (schema.type !== 'object' || !schema.properties) return `${doc}export type ${name} = ${printType(schema)};`;
  const bases = schema.extends ?? [];
  const inherited = Object.assign({}, ...bases.map((base) => membersOf(components[base], components)));
  const members = printMembers(schema, inherited);
  const heritage = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
  return `${doc}export interface ${name}${heritage} {\n${members}}`;
}

/** Returns the printed members of an interface and of those that it extends, by name. */
function membersOf(schema, components) {
  const own = Object.keys(schema.properties).map((name) => [name, printMember(schema, name)]);
  const bases = (schema.extends ?? []).map((base) => membersOf(components[base], components));
  return { ...Object.assign({}, ...bases), ...Object.fromEntries(own) };
}

function printMembers(schema, inherited = {}) {
  return Object.entries(schema.properties)
    .filter(([name]) => inherited[name] !== printMember(schema, name))
    .map(([name, member]) => `${printDoc(member, !schema.required?.includes(name))}${printMember(schema, name)}\n`)
    .join('');
}

function printMember(schema, name) {
  const isRequired = schema.required?.includes(name) ?? false;
  const type = printType(schema.properties[name]);
  if (isRequired) return `${name}: ${type};`;
  // Only requests are closed. Members of responses are absent rather than undefined.
  return schema.additionalProperties === false ? `${name}?: ${type} | undefined;` : `${name}?: ${type};`;
}

function printType(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return printLiteral(schema.const);
  if (schema.enum) return schema.enum.map(printLiteral).join(' | ');
  if (schema.allOf) return schema.allOf.map(printPart).join(' & ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(printType).join(', ')}]`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map(printType).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => printType({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `${printItem(schema.items)}[]`;
  if (schema.type === 'object') return printObject(schema);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function printItem(schema) {
  const type = printType(schema);
  return / [|&] /.test(type) ? `(${type})` : type;
}

function printPart(schema) {
  const type = printType(schema);
  return type.includes(' | ') ? `(${type})` : type;
}

function printObject(schema) {
  if (schema.properties) return `{\n${printMembers(schema)}}`;
  return `Record<string, ${printType(schema.additionalProperties ?? {})}>`;
}

function printLiteral(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function printDoc({ description, absent }, isOptional = false) {
  const sentences = [
    description,
    absent === undefined || !isOptional ? undefined : `Default: \`${JSON.stringify(absent)}\`.`,
  ];
  const text = sentences.filter(Boolean).join(' ');
  if (text === '') return '';
  const lines = wrap(text, 115);
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
