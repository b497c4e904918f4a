import { type AccountObject, type Askwell, AskwellError } from '@askwell/server';
import type { AskKind } from '@askwell/server/contract';
import type { Kinds } from './definition.js';

/** A visitor who answers. */
export interface Visitor {
  readonly voter: string;
  readonly address: string;
}

/** An answer that was stored. */
export interface Answered {
  readonly id: string;
  readonly ticket: string | undefined;
}

/** Creates asks of a kind and answers them, without HTTP. */
export interface KindStore<Kind extends AskKind> {
  readonly create: (draft: Kinds[Kind]['draft']) => Promise<string>;
  readonly isAccepting: (id: string) => Promise<boolean>;
  /** Returns null if an option is full. */
  readonly answer: (id: string, answer: Kinds[Kind]['answer'], visitor: Visitor) => Promise<Answered | null>;
  readonly close: (id: string) => Promise<unknown>;
}

export type Store = { readonly [Kind in AskKind]: KindStore<Kind> };

export function createStore({ polls, quizzes, forms }: Askwell, account: AccountObject): Store {
  const ticketFor = async (api: typeof polls | typeof quizzes | typeof forms, id: string, one_per: string | null) =>
    one_per === 'ticket' ? (await api.issueTickets(account, id, 1))[0] : undefined;

  return {
    poll: {
      create: async (draft) => (await polls.create(account, draft)).id,
      isAccepting: async (id) => (await polls.get(account, id)).accepting,
      async answer(id, vote, { voter, address }) {
        const ticket = await ticketFor(polls, id, (await polls.get(account, id)).one_per);
        return stored(polls.vote(id, { ...vote, voter, ticket }, { address }), ticket);
      },
      close: (id) => polls.update(account, id, { status: 'closed' }),
    },
    quiz: {
      create: async (draft) => (await quizzes.create(account, draft)).id,
      isAccepting: async (id) => (await quizzes.get(account, id)).accepting,
      async answer(id, attempt, { voter, address }) {
        const { one_per, draw, time_limit_seconds } = await quizzes.get(account, id);
        const ticket = await ticketFor(quizzes, id, one_per);
        const start =
          draw !== null || time_limit_seconds !== null ? await quizzes.start(id, { voter, ticket, address }) : null;
        const asked = Object.entries(attempt.answers).filter(
          ([question]) => start?.quiz.questions.some((shown) => shown.id === question) ?? true,
        );
        const sent = { answers: Object.fromEntries(asked), started: start?.started, voter, ticket };
        return stored(quizzes.attempt(id, sent, { address }), ticket);
      },
      close: (id) => quizzes.update(account, id, { status: 'closed' }),
    },
    form: {
      create: async (draft) => (await forms.create(account, draft)).id,
      isAccepting: async (id) => (await forms.get(account, id)).accepting,
      async answer(id, submission, { voter, address }) {
        const ticket = await ticketFor(forms, id, (await forms.get(account, id)).one_per);
        return stored(forms.submit(id, { ...submission, voter, ticket }, { address }), ticket);
      },
      close: (id) => forms.update(account, id, { status: 'closed' }),
    },
  };
}

async function stored(receipt: Promise<{ readonly id: string }>, ticket: string | undefined): Promise<Answered | null> {
  try {
    return { id: (await receipt).id, ticket };
  } catch (error) {
    if (error instanceof AskwellError && error.code === 'full') return null;
    throw error;
  }
}
