import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { groupedSettings } from './definition-parts.js';
import type { EditorContext } from './editor-context.js';
import { foldRare } from './rare-members.js';
import { renderMembers } from './render-member.js';

/** The settings of a definition in groups, with what is rarely used folded. */
export function settingsView(context: EditorContext, kind: AskKind, draft: JsonObject): Html {
  const groups = groupedSettings(kind).map(({ title, members, rare }) => {
    return html`<section class="settings" id="${groupId(title)}" tabindex="-1"><h2>${title}</h2>${renderMembers(context, members, draft, '')}${
      rare.length > 0 &&
      foldRare(context, {
        object: draft,
        prefix: '',
        members: rare,
        title,
        content: renderMembers(context, rare, draft, ''),
      })
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
