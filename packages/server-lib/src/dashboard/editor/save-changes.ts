import { AskwellError } from '../../base/errors.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { PageReply } from '../../http/exchange.js';
import { seeOther } from '../../http/reply.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { type FormError, showErrors } from '../form-error.js';
import type { OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { type AskTab, askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { conflictView } from './conflict-view.js';
import { differencesBetween } from './differences.js';

/** A change of a definition that a form of the editor asks for. */
export interface DefinitionChange {
  readonly tab: AskTab;
  /** The definition with the change. */
  readonly draft: JsonObject;
  /** The revision that the form was filled in for. */
  readonly revision: string;
  /** The action of the button besides saving. */
  readonly action: string;
  /** The query and fragment of the page to show next. */
  readonly next: string;
  /** Shows the page with the input, if the change is refused. */
  readonly showAgain: (problem: FormError) => Promise<PageReply>;
}

/** Saves a change, and publishes or discards changes if the button says so. */
export function saveChanges(request: OwnerRequest, ask: OwnerAsk, change: DefinitionChange): Promise<PageReply> {
  return showErrors(() => saveOrPublish(request, ask, change), change.showAgain);
}

async function saveOrPublish(request: OwnerRequest, ask: OwnerAsk, change: DefinitionChange): Promise<PageReply> {
  const { tab, draft, revision, action, next } = change;
  const path = askPath(request.base, ask.id, tab);
  const { workingCopy } = ask.operations;
  try {
    if (action === 'discard') {
      await ask.run(workingCopy.delete, { revision });
      return seeOther(withNotice(path, 'changes-discarded'));
    }
    const { revision: saved } = await ask.run(workingCopy.update, { revision, definition: draft });
    if (action === 'publish') return await publish(request, ask, change, saved);
    return seeOther(path + next);
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'precondition_failed')
      return showConflict(request, ask, change);
    throw error;
  }
}

async function publish(
  request: OwnerRequest,
  ask: OwnerAsk,
  { draft, tab }: DefinitionChange,
  revision: string,
): Promise<PageReply> {
  const path = askPath(request.base, ask.id, tab);
  const { issues, refusals } = await ask.workingCopy.review({ draft, isChanged: true });
  // The page says what has to be corrected first.
  if (issues.length > 0 || refusals.length > 0) return seeOther(`${path}?unpublished=1`);
  const status = ask.shown.status === 'draft' ? ('open' as const) : undefined;
  await ask.run(ask.operations.workingCopy.update, { revision, publish: true, status });
  return seeOther(
    withNotice(status ? askPath(request.base, ask.id, 'share') : path, status ? 'published' : 'changes-published'),
  );
}

/** Another tab has saved other changes. Nothing was saved, and both versions are available. */
async function showConflict(
  request: OwnerRequest,
  ask: OwnerAsk,
  { tab, draft }: DefinitionChange,
): Promise<PageReply> {
  const stored = await ask.workingCopy.open();
  const differences = differencesBetween(draft, stored.draft);
  const body = conflictView({
    action: askPath(request.base, ask.id, 'code'),
    back: askPath(request.base, ask.id, tab),
    draft,
    revision: stored.revision,
    differences,
  });
  const { status } = new AskwellError('precondition_failed');
  return page(askPage(request, ask, { tab, body, isProblem: true }), { status, echoesInput: true });
}
