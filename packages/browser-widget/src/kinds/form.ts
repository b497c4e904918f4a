import type { Field, FieldAnswer, FieldOf, FieldType, Welcome } from '@askwell/server/contract';
import { evaluateForm } from '../../../server-lib/src/shared/logic/evaluate-form.js';
import { pagesOf } from '../../../server-lib/src/shared/logic/form-pages.js';
import { afterSubmission } from '../../../server-lib/src/shared/presentation/after-answer.js';
import { fieldHint } from '../../../server-lib/src/shared/presentation/hints.js';
import { placeholderFiller } from '../../../server-lib/src/shared/presentation/placeholder-values.js';
import { openDraft } from '../flow/draft.js';
import type { Choice } from '../inputs/choice.js';
import { choiceId } from '../inputs/choice-id.js';
import { consentInput } from '../inputs/consent-input.js';
import { type Control, type FormItem, formItem, mapAnswer, picture } from '../inputs/control.js';
import { optionList } from '../inputs/option-list.js';
import { rankingInput } from '../inputs/ranking-input.js';
import { scaleInput } from '../inputs/scale-input.js';
import { selectInput } from '../inputs/select-input.js';
import { textInput } from '../inputs/text-input.js';
import { type FieldState, logicOf } from '../questions/apply-logic.js';
import { addKeys } from '../questions/letter-keys.js';
import { matrixInput } from '../questions/matrix-input.js';
import { localize } from '../questions/rich-text.js';
import { questionStyles } from '../questions/styles.js';
import { pageTurner } from '../questions/turn-pages.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { button, webUrl } from '../ui/parts.js';
import { answersOf, type Kind } from './kind.js';

/** Declared as a method, so that one table can have renderers for different types of fields. */
type View<Asked> = { view(field: Asked, t: Translator): Control<FieldAnswer> | HTMLElement }['view'];

const one = (chosen: Choice): FieldAnswer | undefined => (chosen.other ? { other: chosen.other } : choiceId(chosen));
const nps = { min: 0, max: 10 };
/** The inputs for each type of field. A missing type does not compile. */
const views: { readonly [Type in FieldType]: View<FieldOf<Type>> } = {
  short_text: textInput,
  long_text: textInput,
  email: textInput,
  url: textInput,
  phone: textInput,
  number: (field, t) => mapAnswer(textInput(field, t), Number),
  date: textInput,
  time: textInput,
  single_choice: (field, t) => mapAnswer(optionList(field, t), one),
  multiple_choice: (field, t) =>
    mapAnswer(optionList(field, t), ({ choices, other }) => (other ? [...choices, { other }] : choices)),
  dropdown: (field, t) => mapAnswer(selectInput(field.options, t, field.other), one),
  ranking: rankingInput,
  rating: (field, t) => scaleInput(field.scale, field, t, field.required),
  scale: (field, t) => scaleInput(nps, { ...field, style: 'numbers' }, t, field.required),
  matrix: matrixInput,
  consent: consentInput,
  // Filled in by the page, and never visible.
  hidden: (field, t) => ({ ...textInput(field, t), isLabelled: true }),
  heading,
  image: ({ label, help, image_url }, t) => figure(picture(image_url, label), help, t),
  video,
  page: heading,
};

/** Renders forms. */
export const form: Kind<'form'> = {
  styles: questionStyles,
  localize,
  name: 'form',
  plural: 'forms',
  answers: 'submissions',
  answerForm(view, t, layout) {
    const { fields, welcome } = view;
    const isSteps = layout === 'steps' || (view.layout === 'steps' && layout !== 'pages');
    const create = (field: Field) => {
      const item = { ...field, ...itemOf(field, t) };
      if (isSteps) addKeys(item.element);
      return item;
    };
    const items = fields.map(create);
    const first = welcome && welcomeItem(welcome, t);
    /** Evaluates the form once for each change, updates the fields that are shown, and returns the page of each. */
    const divide = () => {
      const path = evaluateForm({ ...view, fields: items }, answersOf(items), new Date().toISOString().slice(0, 10));
      const fill = placeholderFiller(fields, { ...path, answers: Object.fromEntries(path.answers) }, t);
      for (const item of path.shown) {
        item.applyLogic({ isRequired: path.isRequired(item), shows: (part) => path.shows(item, part), fill });
      }
      const pages = pagesOf(path.shown, isSteps);
      return first
        ? new Map([[first, 0], ...[...pages].map(([item, page]): [FormItem, number] => [item, page + 1])])
        : pages;
    };
    return {
      items: first ? [first, ...items] : items,
      submitLabel: 'Send',
      turnPages: pageTurner(isSteps ? '{n} of {m}' : 'Page {n} of {m}', divide, create, {
        isSteps,
        hasWelcome: !!first,
        mainLabel: (page) => !page && welcome?.button,
      }),
    };
  },
  afterIn: afterSubmission,
  openDraft: (context, ...items) => openDraft(context, context.view.fields, ...items),
};

/** A field in the form. */
interface FieldItem extends FormItem {
  /** Updates the field for the answers so far. */
  readonly applyLogic: (state: FieldState) => void;
}

function itemOf(field: Field, t: Translator): FieldItem {
  const asked = { ...field, hint: fieldHint(field, t) };
  // TypeScript cannot infer that the type of the field and of its renderer are the same.
  const view: View<Field> = views[field.type];
  const control = view(asked, t);
  if (control instanceof HTMLElement) return { id: field.id, element: control, applyLogic: logicOf(asked, control) };
  // The mark is hidden until it is needed.
  asked.required ||= !!field.require_if;
  const item = formItem(asked, control, t);
  return { ...item, applyLogic: logicOf(asked, item.element) };
}

/** The page before the first field. */
function welcomeItem({ title, text }: Welcome, t: Translator): FormItem {
  const content = [h('h3', 'text', title), text && t.richText(text, 'text')];
  const element = h('div', { class: 'heading', tabindex: -1 }, content);
  return { id: '', element, focus: () => element.focus() };
}

/** Renders a field without an input. */
function heading({ label, help }: Field, t: Translator): HTMLElement {
  return h('div', 'heading', label && h('h3', 'text', label), help && t.richText(help, 'help text'));
}

/** Renders an image or a video above its caption. */
function figure(content: Child, help: string | null, t: Translator): HTMLElement {
  return h('figure', 'heading', content, help && h('figcaption', '', t.richText(help, 'help text')));
}

/** Renders a video as its poster. A click loads and plays it. */
function video({ label, help, image_url, video_url }: FieldOf<'video'>, t: Translator): HTMLElement {
  const src = webUrl(video_url);
  const play = () => {
    const player = h('video', { class: 'image', src, poster: image_url, controls: true, 'aria-label': label });
    poster.replaceWith(player);
    player.focus();
    // A browser may refuse to play: the controls are there.
    player.play().catch(() => {});
  };
  const poster = button(t('Play: {label}', { label }), play, 'video');
  poster.prepend(picture(image_url) ?? '');
  return figure(src && poster, help, t);
}
