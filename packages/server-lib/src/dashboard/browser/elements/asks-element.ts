import { type Html, html } from '../../../base/html.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/validation/json-value.js';
import type { AskKind } from '../../../shared/contract/ask-types.js';
import { icons } from '../../../web/ui/icons.js';
import { count } from '../../components.js';
import { itemsOf, textOf } from '../../editor/render-member.js';
import { kindLabel, statusText } from '../../home/ask-labels.js';
import { kindNames } from '../../kind-names.js';
import { callOwner } from './owner-api.js';
import { OwnerElement } from './owner-element.js';

const statuses = ['draft', 'open', 'closed'] as const;

/** Lists polls, quizzes and forms, and creates them: `<askwell-asks>`. */
export class AskwellAsks extends OwnerElement {
  protected async load(signal: AbortSignal): Promise<void> {
    let rows: readonly JsonObject[] = [];
    const showMore = async (cursor: string): Promise<void> => {
      const query = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const { data, next_cursor, allowed } = await callOwner(this.connection, `asks${query}`);
      if (signal.aborted) return;
      rows = [...rows, ...itemsOf(data)];
      this.show(listView(rows, creatableKinds(allowed), textOf(next_cursor)));
    };
    const onClick = (event: Event): void => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-do]') : null;
      if (!button) return;
      const { do: action, id = '', kind = '', cursor = '' } = button.dataset;
      if (!isKind(kind) && action !== 'more') return;
      const done =
        action === 'more' ? showMore(cursor) : action === 'new' ? this.#create(kind) : this.#open('open', id, kind);
      done.catch((error: unknown) => this.showProblem(error));
    };
    this.shadow.addEventListener('click', onClick, { signal });
    await showMore('');
  }

  async #create(kind: string): Promise<void> {
    const { id } = await callOwner(this.connection, 'asks', { kind });
    await this.#open('created', textOf(id), kind);
    this.start();
  }

  async #open(name: 'open' | 'created', id: string, kind: string): Promise<void> {
    if (isKind(kind)) this.emit(name, { id, kind });
  }
}

function listView(rows: readonly JsonObject[], kinds: readonly AskKind[], cursor: string): Html {
  const items = rows.map((row) => {
    const { id, kind, title, answers_count: answers, is_changed: isChanged } = row;
    return html`<li><button type="button" class="name" data-do="open" data-id="${textOf(id)}" data-kind="${textOf(kind)}" dir="auto">${textOf(title) || 'Untitled'}</button><span class="facts">${isKind(kind) && kindLabel(kind)}${statusText(statusOf(row))}<span>${count(typeof answers === 'number' ? answers : 0, 'answer', 'answers')}</span>${isChanged === true && html`<span>Changes not published</span>`}</span></li>`;
  });
  const creating = kinds.map(
    (kind) =>
      html`<button type="button" class="button" data-do="new" data-kind="${kind}">${icons.plus}New ${kind}</button>`,
  );
  return html`<div class="element-head"><div class="actions">${creating}</div></div>${
    rows.length === 0 ? html`<p>No polls, quizzes or forms yet.</p>` : html`<ul class="ask-rows">${items}</ul>`
  }${cursor !== '' && html`<p class="actions"><button type="button" class="button" data-do="more" data-cursor="${cursor}">Show more</button></p>`}`;
}

function statusOf({ status, accepting, opens_at: opensAt, closes_at: closesAt }: JsonObject) {
  return {
    status: statuses.find((name) => name === status) ?? 'draft',
    accepting: accepting === true,
    opens_at: typeof opensAt === 'string' ? opensAt : null,
    closes_at: typeof closesAt === 'string' ? closesAt : null,
  };
}

function creatableKinds(allowed: JsonValue | undefined): AskKind[] {
  const { can, kinds } = isJsonObject(allowed) ? allowed : {};
  return Array.isArray(can) && can.includes('create') && Array.isArray(kinds) ? kinds.filter(isKind) : [];
}

const isKind = (kind: unknown): kind is AskKind => typeof kind === 'string' && Object.hasOwn(kindNames, kind);
