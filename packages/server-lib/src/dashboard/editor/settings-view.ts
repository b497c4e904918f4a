import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { hasValue } from './applicable-members.js';
import { groupedSettings } from './definition-parts.js';
import type { Member } from './draft-member.js';
import type { EditorContext } from './editor-context.js';
import { renderMembers } from './render-member.js';

/** The settings of a definition in groups, with what is rarely used folded. */
export function settingsView(context: EditorContext, kind: AskKind, draft: JsonObject): Html {
  const groups = groupedSettings(kind).map(({ title, members, rare }) => {
    const isOpen = rare.some((member) => isUsed(context, member, draft));
    return html`<section class="settings" id="${groupId(title)}" tabindex="-1"><h2>${title}</h2>${renderMembers(context, members, draft, '')}${
      rare.length > 0 &&
      html`<details class="more"${isOpen && html` open`}><summary>More<span class="unseen"> about ${title}</span></summary><div class="more-settings">${renderMembers(context, rare, draft, '')}</div></details>`
    }</section>`;
  });
  return html`${groups}`;
}

/** Links to the groups of settings. */
export function settingsIndex(kind: AskKind): Html {
  const links = groupedSettings(kind).map(({ title }) => html`<li><a href="#${groupId(title)}">${title}</a></li>`);
  return html`<nav class="settings-index" aria-label="Settings"><ul>${links}</ul></nav>`;
}

const groupId = (title: string): string => `settings-${title.toLowerCase().replaceAll(' ', '-')}`;

function isUsed({ issues }: EditorContext, { name, absent }: Member, draft: JsonObject): boolean {
  const value = Object.hasOwn(draft, name) ? draft[name] : undefined;
  return (hasValue(value) && value !== absent) || issues.some(({ path }) => path.split('.')[0] === name);
}
