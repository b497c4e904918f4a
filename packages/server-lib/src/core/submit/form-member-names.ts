import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { KindDefinition } from '../kind-definition.js';
import { visitorMembers } from './visitor-identity.js';

/** The parts of a kind that determine the field names of its HTML form. */
type FieldNaming<Own> = Pick<KindDefinition<never, Own, never>, 'textMembers' | 'fieldNames'>;

/** Returns the unambiguous field name of a member that is not an answer. IDs cannot start with a dot. */
export function memberFieldName(member: string): string {
  return `.${member}`;
}

/** Returns the members that are not answers: the visitor's identity and the text members of the kind. */
function extraMembers({ textMembers }: Pick<FieldNaming<never>, 'textMembers'>): string[] {
  return [...visitorMembers, ...textMembers];
}

/**
 * Renames the fields of members that are not answers to their unambiguous names. A plain name such as `email` is
 * accepted unless an answer has the same name.
 */
export function disambiguateFields<Own>(
  kind: FieldNaming<Own>,
  own: Own,
  fields: Readonly<UrlencodedFields>,
): UrlencodedFields {
  const answerNames = kind.fieldNames(own);
  const plainNames = extraMembers(kind).filter((member) => !answerNames.includes(member));
  const renamed = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(fields)) {
    const uniqueName = plainNames.includes(name) ? memberFieldName(name) : name;
    const earlier = renamed.get(uniqueName);
    renamed.set(uniqueName, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(renamed);
}

/** Splits renamed fields into members and answers. */
export function splitFields<Own>(
  kind: FieldNaming<Own>,
  fields: Readonly<UrlencodedFields>,
): { members: UrlencodedFields; answers: UrlencodedFields } {
  const memberNames = new Map(extraMembers(kind).map((member) => [memberFieldName(member), member]));
  const members = new Map<string, string | string[]>();
  const answers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(fields)) {
    const member = memberNames.get(name);
    if (member === undefined) answers.set(name, value);
    else members.set(member, value);
  }
  return { members: Object.fromEntries(members), answers: Object.fromEntries(answers) };
}
