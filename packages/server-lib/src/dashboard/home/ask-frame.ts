import { type Html, html } from '../../base/html.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { icons } from '../../web/ui/icons.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { OwnerRequest } from '../guards.js';
import { kindNames } from '../kind-names.js';
import { ownerPage } from '../layout/layout.js';
import { kindLabel, statusText } from './ask-labels.js';
import { type AskTab, askPath } from './ask-path.js';

const tabs: readonly { tab: AskTab; label: string; only?: AskKind; isWide?: boolean }[] = [
  { tab: 'edit', label: 'Edit', isWide: true },
  { tab: 'logic', label: 'Logic', only: 'form' },
  { tab: 'translate', label: 'Translate' },
  { tab: 'design', label: 'Design', isWide: true },
  { tab: 'settings', label: 'Settings' },
  { tab: 'code', label: 'Code' },
  { tab: 'share', label: 'Share' },
  { tab: 'results', label: 'Results' },
  { tab: 'answers', label: 'Answers' },
];

/** Titles with more characters are smaller on a phone. */
const longTitle = 32;

/** The parts of a page about an ask. */
export interface AskPage {
  readonly tab: AskTab;
  readonly body: Html;
  /** What is next to the status. */
  readonly facts?: Html;
  readonly isProblem?: boolean;
  readonly showsSecret?: boolean;
  /** Buttons next to the title. */
  readonly actions?: Html | null;
  /** The entries of the menu that stand for buttons that a phone has no place for. */
  readonly menu?: Html | null;
  /** Whether the content has the widget. */
  readonly hasWidget?: boolean;
}

/** A page about an ask, with its title, its status and its tabs. */
export function askPage(request: OwnerRequest, ask: OwnerAsk, page: AskPage): Html {
  const { tab, body, facts, actions, menu, isProblem = false, showsSecret = false, hasWidget = false } = page;
  const { base } = request;
  const links = tabs
    .filter(({ only }) => only === undefined || only === ask.kind)
    .map(
      (link) =>
        html`<li><a href="${askPath(base, ask.id, link.tab)}"${link.tab === tab && html` aria-current="page"`}>${link.label}</a></li>`,
    );
  const { label, isWide } = tabs.find((entry) => entry.tab === tab) ?? {};
  return ownerPage(request, {
    title: `${label}: ${ask.shown.title}`,
    entry: 'asks',
    isProblem,
    showsSecret,
    // The title and the tabs stand at the same place on all tabs.
    width: isWide ? 'window' : 'title',
    hasWidget,
    body: html`<div class="ask-head"><div class="ask-title"><p class="crumb"><a href="${base}/dashboard">${icons.back}<span>Home</span></a></p><h1${ask.shown.title.length > longTitle && html` class="long-title"`} dir="auto" title="${ask.shown.title}">${ask.shown.title}</h1><p class="ask-facts">${kindLabel(ask.kind)} ${statusText(ask.shown)} ${facts}</p></div><div class="actions">${actions && html`<div class="publish">${actions}</div>`}${!showsSecret && askActions(base, ask, tab, menu)}</div></div>
<nav class="tabs" aria-label="${kindNames[ask.kind]}"><ul>${links}</ul></nav>
${body}`,
  });
}

/** The actions on the whole ask. A page that shows a secret has no forms. */
function askActions(base: string, { id, kind, shown }: OwnerAsk, tab: AskTab, menu: AskPage['menu']): Html {
  const item = (action: string, label: string) =>
    html`<li><button name="do" value="${action}:${id}">${label}</button></li>`;
  return html`<details class="confirm menu"><summary class="button" title="More actions">${icons.more}<span class="unseen">Actions for this ${kind}</span></summary><form method="post" action="${base}/dashboard/asks/actions?from=${tab}" class="menu-list">${menu && html`<div>${menu}</div>`}<ul>${
    shown.status === 'open' && item('close', 'Close')
  }${shown.status === 'closed' && item('open', 'Reopen')}${item('duplicate', 'Duplicate')}${item('archive', 'Archive')}${item('delete', 'Delete …')}</ul></form></details>`;
}

/** Returns the tab with a name. Undefined if no tab has the name. */
export function askTabOf(name: string | undefined): AskTab | undefined {
  return tabs.find(({ tab }) => tab === name)?.tab;
}
