import { Faults } from '../../base/faults/faults.js';
import { removeEmpty } from '../../core/submit/parse-submission.js';
import { checkFormAnswers, shownFields } from '../../kinds/form/check-submission.js';
import { parseFormAnswers } from '../../kinds/form/parse-form-fields.js';
import type { FormOwn } from '../../kinds/form/stored-form.js';
import type { Issue } from '../../shared/faults/fault.js';
import { pagesOf } from '../../shared/logic/form-pages.js';
import { formInputs } from './form-inputs.js';
import type { FormValues } from './form-values.js';
import type { FieldStep } from './kind-renderer.js';

/** Returns a step of a form. What was entered so far decides which steps there are. */
export function formStep(form: FormOwn, values: FormValues, wanted: number | null): FieldStep {
  const { answers } = parseFormAnswers(form, removeEmpty(values.fields));
  const visible = shownFields(form, answers);
  const pages = pagesOf(visible, true);
  const pageById = new Map([...pages].map(([{ id }, page]) => [id, page]));
  const pageOfIssue = ({ path }: Issue) => pageById.get(path.split('.')[1] ?? '');
  const last = Math.max(0, ...pages.values());
  const withFault = values.issues.map(pageOfIssue).filter((page) => page !== undefined);
  const number = wanted === null ? Math.min(last, ...withFault) : Math.min(wanted, last);
  const shown = visible.filter(({ id }) => pageById.get(id) === number);
  const known = new Set(form.fields.map(({ id }) => id));
  const carried = Object.entries(values.fields).filter(([name]) => {
    const [id = ''] = name.split('.');
    return known.has(id) && pageById.get(id) !== number;
  });
  return {
    number,
    last,
    // Only fields whose conditions are true are on a step.
    inputs: (formContext) =>
      formInputs(
        formContext,
        shown.map((field) => ({ ...field, show_if: null })),
      ),
    check() {
      const faults = new Faults();
      checkFormAnswers(form, answers, faults);
      return faults.issues.filter((issue) => pageOfIssue(issue) === number);
    },
    withoutOthers: (issues) => issues.filter((issue) => [undefined, number].includes(pageOfIssue(issue))),
    carried: Object.fromEntries(carried),
  };
}
