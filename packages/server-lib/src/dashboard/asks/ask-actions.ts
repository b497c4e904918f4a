import { AskwellError } from '../../base/errors.js';
import { bareId } from '../../core/ids.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Session } from '../../owners/access/session.js';
import type { Notice } from '../layout/notice.js';
import type { OwnerAsk } from './owner-ask.js';
import { createOwnerAsks, kindOf } from './owner-asks.js';

/** What can be done with asks of a list without asking again. */
export type AskAction = 'open' | 'close' | 'archive' | 'restore' | 'duplicate';

const notices: Readonly<Record<AskAction, Notice>> = {
  open: 'asks-opened',
  close: 'asks-closed',
  archive: 'asks-archived',
  restore: 'asks-restored',
  duplicate: 'asks-duplicated',
};

/** Returns the action of a name. Undefined if there is none. */
export function askActionOf(name: string): AskAction | undefined {
  return (['open', 'close', 'archive', 'restore', 'duplicate'] as const).find((action) => action === name);
}

/** Returns a function that does one action to several asks, and returns the notice to show. */
export function createAskActions(services: Services) {
  const asks = createOwnerAsks(services);

  async function apply(session: Session, ask: OwnerAsk, action: AskAction): Promise<void> {
    switch (action) {
      case 'open':
        await ask.run(ask.operations.update, { status: 'open' });
        return;
      case 'close':
        await ask.run(ask.operations.update, { status: 'closed' });
        return;
      case 'duplicate':
        await ask.run(ask.operations.copy, {});
        return;
      default:
        return archive(session, ask.id, action === 'archive');
    }
  }

  async function archive({ scope }: Session, wireId: string, isArchived: boolean): Promise<void> {
    const kind = kindOf(wireId);
    const id = kind && bareId(wireId, `${kind}_`);
    if (!kind || id === undefined) throw new AskwellError('not_found');
    await services.summaries.archive(scope, { kind, id }, isArchived);
  }

  return async (session: Session, ids: readonly string[], action: AskAction): Promise<Notice> => {
    // All are found before the first one is changed.
    const found = await Promise.all(ids.map((id) => asks.find(session, id)));
    for (const ask of found) await apply(session, ask, action);
    return notices[action];
  };
}
