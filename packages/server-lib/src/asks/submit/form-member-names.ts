import type { Fields } from '../../http/urlencoded.js';
import type { KindDefinition } from '../kind-definition.js';
import { visitorMembers } from './visitor-identity.js';

/** What tells the names in a plain form apart. */
type FieldNaming<Own> = Pick<KindDefinition<never, Own, never>, 'textMembers' | 'fieldNames'>;

/** What a plain form calls a member that stands beside the answers: no id begins with a dot, so nothing asked is called so. */
export function memberFieldName(member: string): string {
  return `.${member}`;
}

/** The members that a plain form has beside the answers: who answers, and what the kind takes along. */
function extraMembers({ textMembers }: Pick<FieldNaming<never>, 'textMembers'>): string[] {
  return [...visitorMembers, ...textMembers];
}

/** The fields of a plain form, with what stands beside the answers by its long name; the short one is known as long as nothing asked is called so. */
export function disambiguateFields<Own>(kind: FieldNaming<Own>, own: Own, fields: Readonly<Fields>): Fields {
  const taken = kind.fieldNames(own);
  const short = extraMembers(kind).filter((member) => !taken.includes(member));
  const apart = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(fields)) {
    const long = short.includes(name) ? memberFieldName(name) : name;
    const before = apart.get(long);
    apart.set(long, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(apart);
}

/** Parts fields that were told apart into the members beside the answers, and the answers. */
export function splitFields<Own>(
  kind: FieldNaming<Own>,
  fields: Readonly<Fields>,
): { beside: Fields; answers: Fields } {
  const members = new Map(extraMembers(kind).map((member) => [memberFieldName(member), member]));
  const beside = new Map<string, string | string[]>();
  const answers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(fields)) {
    const member = members.get(name);
    if (member === undefined) answers.set(name, value);
    else beside.set(member, value);
  }
  return { beside: Object.fromEntries(beside), answers: Object.fromEntries(answers) };
}
