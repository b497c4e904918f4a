import { type APIRequestContext, type APIResponse, request } from 'playwright-core';

/** The status and the code of a refused vote. */
type Refusal = readonly [status: number, code: unknown];

const refusalOf = async (response: APIResponse): Promise<Refusal> => [response.status(), (await response.json()).code];

/** The outcome of {@link useAsMembers}. */
export interface MemberOutcome {
  /** The status of a poll that is created without the CSRF token of the app. */
  readonly forged: number;
  readonly created: number;
  readonly vote: number;
  readonly secondVote: Refusal;
  readonly otherVote: number;
  readonly signedOut: Refusal;
  readonly answers: unknown;
}

/** Signs a user of an app in, by the ID. */
export type SignIn = (context: APIRequestContext, url: string, user: number) => Promise<unknown>;

export interface AppOptions {
  /** The path of the app. */
  readonly basePath?: string;
  /** Signs a user in. Default: a route of the app. */
  readonly signIn?: SignIn | undefined;
}

const signInByRoute: SignIn = (context, url, user) => context.get(`${url}/sign-in/${user}`);

/**
 * Uses a running app of `apps/`: its user 1 creates a poll for signed-in users, user 2 votes twice, user 3 once, and a visitor who is
 * not signed in tries to. User 1 reads who answered.
 */
export async function useAsMembers(
  origin: string,
  { basePath = '', signIn = signInByRoute }: AppOptions = {},
): Promise<MemberOutcome> {
  const url = origin + basePath;
  const contexts: APIRequestContext[] = [];

  /** Returns the requests of a browser. */
  async function open(user?: number): Promise<APIRequestContext> {
    const context = await request.newContext({ extraHTTPHeaders: { origin, 'sec-fetch-site': 'same-origin' } });
    contexts.push(context);
    if (user !== undefined) await signIn(context, url, user);
    return context;
  }

  try {
    const [owner, member, other, visitor] = [await open(1), await open(2), await open(3), await open()];
    const forged = await owner.post(`${url}/api/lunch`);
    const token = await owner.get(`${url}/token`);
    const headers = token.ok() ? { 'x-csrf-token': await token.text() } : {};
    const created = await owner.post(`${url}/api/lunch`, { headers });
    const { id } = await created.json();

    const vote = (context: APIRequestContext, choice: string) =>
      context.post(`${url}/polls/api/v1/polls/${id}/votes`, { data: { choices: [choice] } });
    const [first, second] = [await vote(member, 'o1'), await vote(member, 'o1')];
    const refused = await vote(visitor, 'o1');
    const third = await vote(other, 'o2');
    const answers = await owner.get(`${url}/api/lunch/${id}`);
    return {
      forged: forged.status(),
      created: created.status(),
      vote: first.status(),
      secondVote: await refusalOf(second),
      otherVote: third.status(),
      signedOut: await refusalOf(refused),
      answers: await answers.json(),
    };
  } finally {
    await Promise.all(contexts.map((context) => context.dispose()));
  }
}

/** The expected outcome of {@link useAsMembers}, except `forged`. */
export const expectedOutcome = {
  created: 201,
  vote: 201,
  otherVote: 201,
  secondVote: [409, 'already_answered'],
  signedOut: [401, 'sign_in_required'],
  answers: [
    { respondent: '3', choices: ['o2'] },
    { respondent: '2', choices: ['o1'] },
  ],
};
