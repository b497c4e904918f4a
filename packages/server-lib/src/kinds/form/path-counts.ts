import { evaluateForm } from '../../shared/logic/evaluate-form.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { maxEvaluatedCharacters } from './limits.js';
import type { FormOwn } from './stored-form.js';
import { answersOf, type FormBody, logicOf } from './stored-submission.js';

/** How many submissions went from a page to another page or to the end. */
export interface PathStep {
  /** The ID of the `page` field. Empty: the fields before the first one. */
  readonly from: string;
  /** The target of the jump that was taken. Otherwise the next page, the ending, or `submit` for an end without an ending. */
  readonly to: string;
  readonly count: number;
}

/** The paths of submissions through the pages of a form. */
export interface PathCounts {
  /** The number of submissions that are counted. */
  readonly submissions: number;
  /** The steps, in the order of the pages, the most frequent one of a page first. */
  readonly steps: readonly PathStep[];
  /** How many submissions reached each ending, in the order of the form. Endings that nobody reached are left out. */
  readonly endings: readonly { readonly id: string; readonly count: number }[];
}

/** The parts of a form that decide about paths. */
type RoutedForm = Pick<FormOwn, 'fields' | 'variables' | 'endings'>;

/** Whether submissions of a form can take different paths. */
export function hasPaths({ fields, endings = [] }: RoutedForm): boolean {
  return endings.length > 0 || fields.some(({ type }) => type === 'page');
}

/** Counts the paths of submissions by the current logic of a form. Their endings are those that the visitors reached. */
export function createPathCounts(form: RoutedForm) {
  const nexts = new Map(form.fields.map((field) => [field.id, field.type === 'page' ? (field.next ?? []) : []]));
  const endings = new Map<string, number>();
  const counts = new Map<string, Map<string, number>>();
  const max = Math.ceil(maxEvaluatedCharacters / JSON.stringify(form.fields).length);
  const places = new Map([...form.fields, ...(form.endings ?? [])].map(({ id }, place) => [id, place]));
  let submissions = 0;

  /** The place of a page or an ending in the form. An ending that was removed comes last, like `submit`. */
  function placeOf(target: string): number {
    return target === '' ? -1 : (places.get(target) ?? places.size);
  }

  function addStep(from: string, to: string): void {
    const targets = counts.get(from) ?? new Map<string, number>();
    counts.set(from, targets.set(to, (targets.get(to) ?? 0) + 1));
  }

  return {
    /** @param date The date of the submission in UTC, such as `2026-01-31`. */
    add(body: FormBody, date: string): void {
      if (submissions >= max) return;
      submissions++;
      const { ending } = logicOf(body);
      if (ending !== null) endings.set(ending, (endings.get(ending) ?? 0) + 1);
      const path = evaluateForm(form, answersOf(body), date);
      let from: string | undefined;
      for (const { id, type } of path.shown) {
        const page: string | undefined = type === 'page' ? id : (from ?? '');
        if (from !== undefined && page !== from) addStep(from, page);
        from = page;
      }
      // Nothing is shown after the last jump, so that its conditions are still true.
      const jump = nexts.get(from ?? '')?.find(({ when }) => path.holds(when));
      addStep(from ?? '', jump?.to ?? ending ?? submitTarget);
    },
    get counts(): PathCounts {
      const steps = [...counts].flatMap(([from, targets]) => [...targets].map(([to, count]) => ({ from, to, count })));
      const reached = [...endings].map(([id, count]) => ({ id, count }));
      return {
        submissions,
        steps: steps.sort(
          (a, b) => placeOf(a.from) - placeOf(b.from) || b.count - a.count || placeOf(a.to) - placeOf(b.to),
        ),
        endings: reached.sort((a, b) => placeOf(a.id) - placeOf(b.id)),
      };
    },
  };
}
