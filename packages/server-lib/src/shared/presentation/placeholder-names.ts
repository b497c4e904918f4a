import { fillPlaceholders, namePlaceholders } from '../logic/placeholders.js';
import { type Fill, plainLabel } from './rich-text.js';

/** The parts of a form to which placeholders refer. */
export interface NamedForm {
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  readonly variables?: readonly { readonly id: string }[] | undefined;
}

/** The maximum length of a name in a text, in characters. */
const maxNameLength = 40;

/**
 * Returns a function that puts the labels of fields and the names of variables in place of the placeholders in a text, for owners and
 * results: there is no single answer with the values.
 *
 * @param escapeName Returns a name so that it is plain text where the text is parsed. Default: the name as it is.
 */
export function placeholderNamer(
  { fields, variables = [] }: NamedForm,
  escapeName: (name: string) => string = (name) => name,
): Fill {
  let labels: ReadonlyMap<string, string> | undefined;

  function nameOf(id: string): string | undefined {
    labels ??= new Map([...variables.map(({ id: name }) => [name, name] as const), ...fields.map(labelEntry)]);
    const label = labels.get(id);
    return label === undefined ? undefined : escapeName(shortName(label) || id);
  }

  // Most texts have no placeholders.
  return (text) => (text.includes('{{') ? namePlaceholders(text, nameOf) : text);
}

const labelEntry = ({ id, label }: NamedForm['fields'][number]) => [id, label] as const;

/** Returns a label in one line, without its marks. Placeholders in it become their fallbacks. */
function shortName(label: string): string {
  const plain = plainLabel(label, (text) => fillPlaceholders(text, () => ''))
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : plain;
}
