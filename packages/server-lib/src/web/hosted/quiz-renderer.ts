import type { Secret } from '../../base/crypto/secret.js';
import { Faults } from '../../base/faults/faults.js';
import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { memberFieldName } from '../../core/submit/form-member-names.js';
import { parseVisitor } from '../../core/submit/visitor-identity.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { checkAnswer } from '../../kinds/quiz/check-attempt.js';
import type { CheckService } from '../../kinds/quiz/check-service.js';
import { parseAnswer } from '../../kinds/quiz/parse-form-fields.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { reviewAttempt } from '../../kinds/quiz/reveal.js';
import { seededRandom, shuffle } from '../../kinds/quiz/shuffle.js';
import type { StartService } from '../../kinds/quiz/start-service.js';
import { isStartCurrent, signStart, startExpiry, verifyStart } from '../../kinds/quiz/start-token.js';
import { feedbackOf, needsStart, type QuizBody, type QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import { startedQuizPart } from '../../kinds/quiz/visitor-view.js';
import type { PublicQuestion, PublicQuiz } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';
import { checkedReceipt, presentAttempt } from '../../shared/presentation/attempt-outcome.js';
import { questionHint } from '../../shared/presentation/hints.js';
import { presentQuizFacts } from '../../shared/presentation/quiz-facts.js';
import { presentQuizResults } from '../../shared/presentation/results/quiz-results.js';
import type { Texts } from '../../shared/presentation/texts.js';
import { labelWithMarks } from '../ui/rich-text.js';
import { fieldsOf } from './answer-fields.js';
import { boxes, type Choice, radios } from './choices.js';
import { type FormQuestion, line, questionGroup } from './controls.js';
import type { FormContext } from './form-context.js';
import type { CheckStep, CheckSteps, KindRenderer, PageVisitor } from './kind-renderer.js';
import { hasSamePlace, matches, ranks } from './pairs.js';

/** Returns the renderer of quizzes. */
export function quizRenderer({
  secret,
  starts,
  checks,
}: {
  secret: Secret;
  starts: StartService;
  checks: CheckService;
}): KindRenderer<QuizOwn, QuizBody, QuizWire> {
  const steps = createCheckSteps({ secret, checks });
  return {
    inputs(quiz, pageVisitor) {
      const { questions } = quiz;
      return questions
        ? (formContext) => quizInputs(formContext, shuffleFor(quiz, questions, pageVisitor), quiz)
        : null;
    },

    // Questions and options may be shuffled.
    isSameForAll: () => false,

    toFormFields: ({ questions }, { answers }) =>
      Object.fromEntries(
        Object.entries(answers).flatMap(([id, answer]) =>
          fieldsOf(id, answer, questions.find((question) => question.id === id)?.type === 'order'),
        ),
      ),

    facts,

    outcome(texts, { own }, receipt, body) {
      const attempt = reviewAttempt(own, body);
      return presentAttempt(receipt, attempt ?? { questions: [], answers: {} }, texts);
    },

    results: (texts, quiz, results) => presentQuizResults(results, quiz.questions ?? [], texts),

    start: {
      steps,
      isNeeded: needsStart,
      begin: async (ask, visitor) => signStart(secret.key, ask.id, await starts.start(ask, visitor)),
      resume(ask, token, now) {
        const start = verifyStart(secret.key, ask.id, token);
        if (!start || !isStartCurrent(ask, start)) return undefined;
        const deadline = startExpiry(ask.own, start);
        const quiz = startedQuizPart(ask, start, secret.key);
        // The steps show the questions.
        const questions = steps.isNeeded(ask.own) ? [] : quiz.questions;
        return {
          inputs: (formContext) => quizInputs(formContext, questions, quiz),
          deadline,
          isExpired: deadline !== null && now > deadline,
        };
      },
    },
  };
}

/** Shuffles a quiz that needs no start. Each visitor has their own order, which stays the same. */
function shuffleFor(quiz: PublicQuiz, questions: PublicQuestion[], { voter, secret }: PageVisitor): PublicQuestion[] {
  const random = (...parts: string[]) => seededRandom(secret, ['quiz', quiz.id, voter, ...parts]);
  const shuffled = quiz.shuffle_options
    ? questions.map((question) =>
        mayShuffleOptions(question)
          ? { ...question, options: shuffle(question.options, random(question.id)) }
          : question,
      )
    : questions;
  return quiz.shuffle_questions ? shuffle(shuffled, random()) : shuffled;
}

/** The options of `order` questions are shuffled already. Shuffling them again could produce the correct order. */
function mayShuffleOptions({ type }: PublicQuestion): boolean {
  return type !== 'order';
}

function facts({ texts, withLang }: Localizer, quiz: PublicQuiz): Html {
  return html`<ul class="facts">${presentQuizFacts(quiz, texts).map((fact) => html`<li>${withLang(fact)}</li>`)}</ul>`;
}

type Quiz = StoredAsk<QuizOwn>;

/** Returns the steps of a quiz that shows after each question whether the answer is correct. */
function createCheckSteps({ secret, checks }: { secret: Secret; checks: CheckService }): CheckSteps<QuizOwn> {
  const questionIn = ({ own }: Quiz, id: unknown) => own.questions.find((question) => question.id === id);

  return {
    isNeeded: (own) => feedbackOf(own) === 'each',

    async find(ask, started, checkedId, texts): Promise<CheckStep | undefined> {
      const start = verifyStart(secret.key, ask.id, started);
      if (!start) return undefined;
      const { questions } = startedQuizPart(ask, start, secret.key);
      const checked = await checks.list(ask, start);
      const open = questions.filter(({ id }) => checked.every((other) => other.id !== id));
      const verdict = checked.find(({ id }) => id === checkedId);
      const [next] = open;
      const current = verdict?.id ?? next?.id;
      const place = questions.findIndex(({ id }) => id === current);
      return {
        position: place === -1 ? null : positionText(texts, place + 1, questions.length),
        verdict: verdict
          ? presentAttempt(
              checkedReceipt(ask.id, verdict),
              { questions, answers: verdict.given === null ? {} : { [verdict.id]: verdict.given } },
              texts,
            )
          : null,
        next: next ? { id: next.id, inputs: (formContext) => questionInput(formContext, next) } : null,
      };
    },

    faultsIn(ask, questionId, fields): readonly Issue[] {
      const faults = new Faults();
      const question = questionIn(ask, questionId);
      const value = question && parseAnswer(question, fields);
      if (question && value !== undefined) checkAnswer(question, value, `answers.${question.id}`, faults);
      return faults.issues;
    },

    async check(ask, fields: UrlencodedFields, context): Promise<string> {
      const member = (name: string) => fields[memberFieldName(name)];
      const faults = new Faults();
      const visitor = parseVisitor(
        { voter: member('voter'), ticket: member('ticket') },
        { ...context, secret: secret.key },
        faults,
      );
      const question = questionIn(ask, member('question'));
      const answer = (question && parseAnswer(question, fields)) ?? null;
      const members = { question: member('question'), answer, started: member('started') };
      return (await checks.check(ask, members, visitor, faults)).id;
    },
  };
}

function positionText(t: Texts, n: number, m: number): string {
  return t('Question {n} of {m}', { n, m });
}

/** Renders the questions of a quiz, and the fields for the visitor's name and email if the quiz asks for them. */
function quizInputs(formContext: FormContext, questions: readonly PublicQuestion[], asked: AskedContact): Html {
  return html`${questions.map((question) => questionInput(formContext, question))}${contactInputs(formContext, asked)}`;
}

/** The contact details that a quiz asks for. */
type AskedContact = Pick<PublicQuiz, 'collect_name' | 'collect_email'>;

/** Renders one question of a quiz. */
function questionInput(formContext: FormContext, definition: PublicQuestion): Html {
  const { words, withLang } = formContext.localizer;
  const { id, options, targets } = definition;
  const hint = questionHint(definition, formContext.localizer.texts);
  const question: FormQuestion = {
    name: id,
    path: `answers.${id}`,
    ...labelWithMarks(definition.prompt, formContext.textOptions),
    image: definition.image_url,
    help: hint === null ? null : withLang(hint),
  };
  switch (definition.type) {
    case 'single':
      return questionGroup(formContext, question, radios(formContext, question, options.map(choiceOf)));
    case 'multiple':
      return questionGroup(formContext, question, boxes(formContext, question, options.map(choiceOf)));
    case 'boolean':
      return questionGroup(formContext, question, radios(formContext, question, trueAndFalse(formContext)));
    case 'text':
      return line(formContext, question, 'text', html` autocomplete="off"`);
    case 'number':
      return line(formContext, question, 'number', html` step="any" inputmode="decimal"`);
    case 'order': {
      const prefix = `${id}.rank.`;
      const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
      const ordered = {
        ...question,
        help: html`<p class="how-to-rank">${withLang(words.quiz.order)}</p>`,
        fault,
        focusName: prefix + (options[0]?.id ?? ''),
      };
      return questionGroup(formContext, ordered, ranks(formContext, prefix, options));
    }
    case 'match': {
      const matched = { ...question, focusName: `${id}.${options[0]?.id ?? ''}` };
      return questionGroup(
        formContext,
        matched,
        matches(formContext, `${id}.`, options, targets.map(choiceOf), words.choose),
      );
    }
  }
}

function choiceOf({ id, label, image_url }: PublicQuestion['options'][number]): Choice {
  return { value: id, label, image: image_url };
}

function trueAndFalse({ localizer: { words, withLang } }: FormContext): Choice[] {
  return [
    { value: 'true', label: withLang(words.isTrue) },
    { value: 'false', label: withLang(words.isFalse) },
  ];
}

/** The optional fields for the visitor's name and email. */
function contactInputs(formContext: FormContext, { collect_name, collect_email }: AskedContact): Html {
  const { words, withLang } = formContext.localizer;
  const help = withLang(words.quiz.nameHelp);
  const members = [
    collect_name && { member: 'name', label: words.quiz.name, help, type: 'text' },
    collect_email && { member: 'email', label: words.quiz.email, help: collect_name ? null : help, type: 'email' },
  ].filter((member) => member !== false);
  return html`${members.map(({ member, type, ...texts }) => {
    const question = { ...texts, name: memberFieldName(member), path: member };
    return line(formContext, question, type, html` autocomplete="${member}"`);
  })}`;
}
