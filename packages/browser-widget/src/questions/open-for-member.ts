import type { AskKind, Embedded, VisitorState } from '@askwell/server/contract';
import { type Problem, type Reply, request } from '../api.js';
import { keepInPage } from '../flow/local-state.js';
import { resultsArea } from '../flow/results-area.js';
import type { AskContext, NextView } from '../kinds/kind.js';
import type { State } from '../ui/display.js';
import { type Child, h } from '../ui/dom.js';
import { message, webUrl } from '../ui/parts.js';
import { post } from './post.js';

/** The states in which visitors decide whether to answer. */
const undecided: ReadonlySet<State> = new Set<State>(['open', 'start', 'sign_in_required']);

/**
 * Shows an ask for the members of the site: how to sign in, the answer of the member on whatever device it was given, or else the
 * form. Says whether answers are anonymous.
 *
 * @param begin Shows the ask to a member.
 * @returns Why the visitor could not be recognized, if there was a problem.
 */
export async function openForMember<K extends AskKind>(
  ask: AskContext<K>,
  known: Embedded<K>,
  next: NextView | undefined,
  begin: (context: AskContext<K>, data: Embedded<K>, next?: NextView) => void,
): Promise<Problem | undefined> {
  const { kind, signal, stateKey, t, url, language, view } = ask;
  keepInPage(stateKey);
  const anonymity = view.anonymous
    ? t('Your answer is anonymous: your account is not stored with it.')
    : t('Your answer is not anonymous: your account is stored with it.');
  const show = (state: State, draw: (over: AbortSignal) => Child) =>
    ask.show(state, (over) => [undecided.has(state) && h('p', 'help', anonymity), draw(over)]);
  const context = { ...ask, show };
  if (view.status === 'draft') {
    begin(context, known);
    return undefined;
  }
  if (next === 'sign_in_required') {
    showSignIn(context, true);
    return undefined;
  }
  const { data: visitor, problem } = await readVisitor(context);
  if (signal.aborted || problem) return problem;
  const { answer } = visitor;
  // The known answer may belong to another member.
  const isKnown = answer === (known.answer?.id ?? null);
  const reply = isKnown
    ? { data: known }
    : await request<Embedded<K>>(`${url}?${answer ? `answer=${answer}` : ''}${language}`);
  if (signal.aborted || reply.problem) return reply.problem;
  const { data } = reply;
  const current = data[kind.name];
  if (!visitor.signed_in && current.accepting && !next) showSignIn(context, false);
  else begin({ ...context, view: current, results: data.results, attempt: kind.attemptIn?.(data) }, data, next);
  return undefined;
}

/** Identifies the visitor: by the attribute `voter`, or by the session in the browser. */
function readVisitor<K extends AskKind>({ display, url, credentials }: AskContext<K>): Promise<Reply<VisitorState>> {
  const voter = display.host.getAttribute('voter');
  return voter ? post(`${url}/visitor`, { voter }, credentials) : request(`${url}/visitor`, { credentials });
}

/** Shows how to sign in, instead of a form that the server would refuse. */
function showSignIn<K extends AskKind>(context: AskContext<K>, isAnswerRefused: boolean): void {
  const { display, view, server, show, load, t } = context;
  const url = signInUrl(view.sign_in_url, server);
  const isKept = isAnswerRefused && (display.host.getAttribute('no-draft') ?? 'false') === 'false';
  const text = isKept ? t('Your answer is kept. Sign in to send it.') : t('Sign in to answer.');
  const hadFocus = show('sign_in_required', (over) => {
    // The visitor may sign in in another tab.
    const check = async () => {
      const { data } = document.hidden ? {} : await readVisitor(context);
      if (data?.signed_in && !over.aborted) load();
    };
    document.addEventListener('visibilitychange', check, { signal: over });
    return [
      message(text),
      h('div', 'actions', url && h('a', { class: 'button primary', href: url }, t('Sign in'))),
      resultsArea(context, over),
    ];
  });
  if (isAnswerRefused) display.announce(hadFocus ? '' : text);
}

/** Returns the URL of the sign-in page, from which the visitor returns to this page. */
function signInUrl(template: string | null, server: string): string | undefined {
  if (!template) return undefined;
  const { origin, pathname, search, hash, href } = location;
  const base = new URL(server, href);
  const next = new URL(template, base).origin === origin ? pathname + search + hash : href;
  return webUrl(new URL(template.replaceAll('{next}', encodeURIComponent(next)), base).href);
}
