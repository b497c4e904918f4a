import { type Html, html } from '../../base/html.js';
import type { Scale } from '../../shared/contract/resources.js';
import { maxSteps, presentScale, type ScaleLook, type ScaleStep } from '../../shared/presentation/scale.js';
import { radios, selectInput } from './choices.js';
import { type FormQuestion, field, questionGroup } from './controls.js';
import { endLabels } from './end-labels.js';
import type { FormContext } from './form-context.js';

/** Renders a scale. A long one is a list. */
export function scaleControl(formContext: FormContext, question: FormQuestion, scale: Scale, look: ScaleLook): Html {
  const { texts, words } = formContext.localizer;
  const { style } = look;
  const { steps: list, ends: labels } = presentScale(scale, look, texts);
  const ends = endLabels(labels);
  if (list.length > maxSteps) {
    const help = ends ? html`${question.help}${ends}` : question.help;
    const values = list.map(({ id, name }) => ({ value: id, label: name }));
    return field(formContext, { ...question, help }, (attributes) =>
      selectInput(formContext, question.name, values, words.choose, attributes),
    );
  }
  const choices = list.map((step) => ({ value: step.id, label: stepLabel(formContext, step) }));
  const classes = `steps of-${list.length}${style && style !== 'numbers' ? ` ${style}` : ''}`;
  return questionGroup(formContext, question, radios(formContext, question, choices, { look: classes, ends }));
}

/** The style sheet draws stars and hearts. */
function stepLabel({ localizer: { withLang } }: FormContext, { label, name }: ScaleStep): string | Html {
  if (label === name) return label;
  return html`<span class="symbol" aria-hidden="true">${label}</span><span class="unseen">${withLang(name)}</span>`;
}
