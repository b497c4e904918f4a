import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { KindDefinition } from '../kind-definition.js';
import { visitorMembers } from './visitor-identity.js';

/** What tells the names in a plain form apart. */
type Naming<Own> = Pick<KindDefinition<never, Own, never>, 'beside' | 'names'>;

/** What a plain form calls a member that stands beside the answers: no id begins with a dot, so nothing asked is called so. */
export function memberFieldName(member: string): string {
  return `.${member}`;
}

/** The members that a plain form has beside the answers: who answers, and what the kind takes along. */
function membersBeside({ beside }: Pick<Naming<never>, 'beside'>): string[] {
  return [...visitorMembers, ...beside];
}

/** The fields of a plain form, with what stands beside the answers by its long name; the short one is known as long as nothing asked is called so. */
export function disambiguateFields<Own>(
  kind: Naming<Own>,
  own: Own,
  fields: Readonly<UrlencodedFields>,
): UrlencodedFields {
  const taken = kind.names(own);
  const short = membersBeside(kind).filter((member) => !taken.includes(member));
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
  kind: Naming<Own>,
  fields: Readonly<UrlencodedFields>,
): { beside: UrlencodedFields; answers: UrlencodedFields } {
  const members = new Map(membersBeside(kind).map((member) => [memberFieldName(member), member]));
  const beside = new Map<string, string | string[]>();
  const answers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(fields)) {
    const member = members.get(name);
    if (member === undefined) answers.set(name, value);
    else beside.set(member, value);
  }
  return { beside: Object.fromEntries(beside), answers: Object.fromEntries(answers) };
}
