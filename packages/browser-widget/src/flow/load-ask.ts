import type { AskKind, Embedded } from '@askwell/server/contract';
import { type Problem, type Reply, read } from '../api.js';
import type { AskContext, KindNames, LoadKind, NextView } from '../kinds/kind.js';
import { loadQuestions } from '../questions/load.js';
import { loadTranslator, wantedLanguage } from '../translate.js';
import type { ClosedState, Display } from '../ui/display.js';
import { h } from '../ui/dom.js';
import { button, header, message } from '../ui/parts.js';
import { closedMessages, isClosedState, whyClosed } from './closed.js';
import { hasFallback, inlineDefinition, serverFor } from './host-page.js';
import { claimPending, readState, updateState, voterToken } from './local-state.js';
import { resultsArea } from './results-area.js';
import { showAnswered } from './show-answered.js';
import { showForm } from './show-form.js';

/** The longest delay of a browser timer, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Loads an ask and shows its current state to this visitor, until the signal is aborted. */
export function loadAsk<K extends AskKind>(
  names: KindNames<K>,
  loadKind: LoadKind<K>,
  display: Display,
  signal: AbortSignal,
): void {
  const { host } = display;
  const { name, plural } = names;
  const server = serverFor(host);
  let inline = inlineDefinition<K>(host);
  const id = host.getAttribute(`${name}-id`) ?? inline?.[name].id ?? '';
  const stateKey = id + (host.getAttribute('voter') ?? '');
  const path = `${plural}/${encodeURIComponent(id)}`;
  const url = `${server}/embed/${path}`;
  const emit: Display['emit'] = (event, detail) => display.emit(event, { kind: name, id, ...detail });
  let isReady = false;

  /** An older widget may not be able to render the data of a newer server, and its other files may be unreachable. */
  function load(next?: NextView): void {
    showCurrent(next).catch(() => fail({ code: 'internal', message: '', wait: 0 }));
  }

  async function showCurrent(next?: NextView): Promise<void> {
    // Loads it at the same time as the definition. Errors are handled below.
    loadKind().catch(() => {});
    const answer = readState(stateKey).answer ?? host.getAttribute('answer');
    const preview = host.getAttribute('preview');
    const lang = wantedLanguage(host, readState(stateKey).lang);
    const language = lang && `&lang=${lang}`;
    const query = (answer ? `&answer=${answer}` : '') + (preview ? `&preview=${preview}` : '') + language;
    const reply: Reply<Embedded<K>> = inline && !answer ? { data: inline } : await read(url + query.replace('&', '?'));
    if (reply.problem) return fail(reply.problem);
    inline = undefined;
    const { data } = reply;
    const view = data[name];
    const words = await loadTranslator(host, server, view.locale);
    const kind = await loadKind(view);
    const t = kind.localize?.(words, view) ?? words;
    const isMember = view.one_per === 'user';
    const hasLanguages = view.languages?.[1];
    const { extraFields, openForMember, languageList, markLanguage } =
      name === 'quiz' || view.one_per === 'ticket' || isMember || hasLanguages ? await loadQuestions() : {};
    if (signal.aborted) return;
    const context: AskContext<K> = {
      showForm,
      extraFields,
      voter: () => voterToken(stateKey, host.getAttribute('voter')),
      kind,
      display,
      stateKey,
      server,
      url,
      answersUrl: `${server}/api/v1/${path}/${names.answers}`,
      credentials: isMember && !host.getAttribute('voter') ? 'include' : 'omit',
      signal,
      t,
      view,
      results: data.results,
      attempt: kind.attemptIn?.(data),
      emit,
      language,
      show(state, draw) {
        const hadFocus = display.show(state, (over) => [
          languageList?.(context, state, (chosen) => {
            updateState(stateKey, { lang: chosen });
            load();
          }),
          header(view, t),
          draw(over),
        ]);
        markLanguage?.(host, view);
        return hadFocus;
      },
      load,
    };
    if (kind.styles) display.addStyles(kind.styles);
    display.setLanguage(t, view.locale);
    // Older servers send no design.
    display.setDesign(view.design ?? {});
    if (answer && !data.answer) updateState(stateKey, { answer: undefined, last: undefined });
    const problem =
      isMember && openForMember ? await openForMember(context, data, next, begin) : begin(context, data, next);
    if (problem) return fail(problem);
    if (!isReady) emit('ready', { view });
    isReady = true;
  }

  async function fail(problem: Problem): Promise<void> {
    const isMissing = problem.code === 'not_found';
    const state = isMissing ? 'missing' : 'failed';
    const t = await loadTranslator(host, server);
    if (signal.aborted) return;
    emit('error', problem);
    if (hasFallback(host)) return display.setState(state);
    display.setLanguage(t);
    display.show(state, (over) => {
      if (!isMissing) addEventListener('online', () => load(), { signal: over });
      return message(
        t(
          isMissing
            ? 'This is no longer available.'
            : problem.code === 'unexpected_response'
              ? 'This is not available here.'
              : 'This could not be loaded.',
        ),
        !isMissing && button(t('Try again'), () => load()),
      );
    });
  }

  display.show('loading', () => (hasFallback(host) ? h('slot', '') : [1, 2, 3].map(() => h('div', 'option bone'))));
  // Other elements on the page may show the same ask.
  document.addEventListener(
    'askwell:answer',
    ({ detail, target }) => {
      if (detail.id === id && target !== host && readState(stateKey).answer) load();
    },
    { signal },
  );
  if (id) load();
}

/** Shows an ask to a visitor who may answer, or who has answered. */
function begin<K extends AskKind>(context: AskContext<K>, { answer }: Embedded<K>, next?: NextView): undefined {
  const { kind, view, stateKey } = context;
  if (next && isClosedState(next)) showClosed(context, next);
  else if (answer && !next) showAnswered(context, answer);
  else if (view.status === 'draft') showForm(context);
  else if (!view.accepting) showClosed(context, whyClosed(view));
  else {
    const pending = claimPending(stateKey);
    if (kind.start?.isNeeded(view) && !pending) kind.start.show(context);
    else showForm(context, undefined, pending);
  }
}

/** Shows why no answer is accepted, and the results if this visitor may see them. */
function showClosed<K extends AskKind>(context: AskContext<K>, state: ClosedState): void {
  const { view, t, load } = context;
  const wait = Date.parse(view.opens_at ?? '') - Date.now();
  context.show(state, (over) => {
    if (wait > 0) setTimeout(() => over.aborted || load(), Math.min(wait, longestWait));
    const again = state === 'too_late' && button(t('Answer again'), () => load());
    return [
      message(t(closedMessages[state], { time: view.opens_at ? t.dateTime(view.opens_at) : '' }), again),
      resultsArea(context, over),
    ];
  });
}
