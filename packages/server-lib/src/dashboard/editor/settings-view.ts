import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { type AllowedParts, isMemberAllowed } from './allowed-parts.js';
import { groupedSettings } from './definition-parts.js';
import type { Member } from './draft-member.js';
import type { EditorContext } from './editor-context.js';
import { foldRare } from './rare-members.js';
import { renderMembers } from './render-member.js';

/** The settings of a definition in groups, with what is rarely used folded. */
export function settingsView(context: EditorContext, kind: AskKind, draft: JsonObject, allowed?: AllowedParts): Html {
  const groups = allowedSettings(kind, allowed).map(({ title, members, rare }) => {
    return html`<section class="settings" id="${groupId(title)}" tabindex="-1"><h2>${title}</h2>${renderMembers(context, members, draft, '')}${
      rare.length > 0 &&
      foldRare(context, {
        object: draft,
        prefix: '',
        members: rare,
        title,
        summary: `More ${title.toLowerCase()} settings`,
        content: renderMembers(context, rare, draft, ''),
      })
    }</section>`;
  });
  return html`${groups}`;
}

/** Links to the groups of settings. */
export function settingsIndex(kind: AskKind, allowed?: AllowedParts): Html {
  const links = allowedSettings(kind, allowed).map(
    ({ title }) => html`<li><a href="#${groupId(title)}">${title}</a></li>`,
  );
  return html`<nav class="settings-index" aria-label="Settings"><ul>${links}</ul><p class="help with-scripts">Changes are saved as you make them.</p></nav>`;
}

function allowedSettings(kind: AskKind, allowed: AllowedParts | undefined): ReturnType<typeof groupedSettings> {
  const isAllowed = ({ name }: Member) => isMemberAllowed(allowed, name);
  return groupedSettings(kind)
    .map(({ title, members, rare }) => ({ title, members: members.filter(isAllowed), rare: rare.filter(isAllowed) }))
    .filter(({ members, rare }) => members.length + rare.length > 0);
}

const groupId = (title: string): string => `settings-${title.toLowerCase().replaceAll(' ', '-')}`;
