import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useFormServer } from '../../../test/support/asks/form-server.js';
import { naivePath } from '../../../test/support/asks/naive-path.js';
import { answersTo, randomFields, type TestField } from '../../../test/support/asks/random-forms.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import type { FieldAnswers, NumberField } from '../../shared/contract/resources.js';

const forms = useFormServer();

type Step = { submit: FieldAnswers } | { change: FieldAnswers } | { remove: number } | { reset: true };

const story = randomFields.chain((fields) => {
  const answers = answersTo(fields);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: answers.map((submit) => ({ submit })), weight: 8 },
    { arbitrary: answers.map((change) => ({ change })), weight: 2 },
    { arbitrary: fc.nat(100).map((remove) => ({ remove })), weight: 2 },
    { arbitrary: fc.constant({ reset: true as const }), weight: 1 },
  );
  return fc.record({ fields: fc.constant(fields), steps: fc.array(step, { minLength: 1, maxLength: 14 }) });
});

test('results match the exported submissions after any sequence of operations', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ fields, steps }) => {
      const form = await forms.make(fields, { one_per: 'browser', allow_change: true });
      for (const step of steps) await take(form, fields, step);
      const submissions = await forms.submissions(form);
      const bodies = submissions.map(({ answers }) => answers);
      expect(await forms.results(form)).toMatchObject({
        form_id: form,
        submissions_count: submissions.length,
        fields: fields.flatMap((field) => summaryOf(field, bodies) ?? []),
      });
    }),
    { numRuns: 25 },
  );
  expect(await forms.services.store.read(tallyCheck.find())).toEqual([]);
});

async function take(form: string, fields: readonly TestField[], step: Step): Promise<void> {
  if ('reset' in step) {
    expect((await forms.owner('DELETE', `/forms/${form}/submissions?all=true`)).status).toBe(204);
  } else if ('remove' in step) {
    const submissions = await forms.submissions(form);
    const { id } = submissions[step.remove % submissions.length] ?? {};
    if (id) expect((await forms.owner('DELETE', `/forms/${form}/submissions/${id}`)).status).toBe(204);
  } else {
    const [answers, voter] = 'submit' in step ? [step.submit, undefined] : [step.change, 'the-one-who-changes'];
    const reply = await forms.submit(form, answers, { body: { answers, voter } });
    expect([200, 201], reply.text).toContain(reply.status);
    const { answers: counted } = naivePath({ fields }, answers, '2026-01-31');
    const answered = fields.filter(({ id }) => Object.hasOwn(counted, id));
    expect(await forms.stored(form, reply.id('data.id'))).toEqual(
      Object.fromEntries(answered.map((field) => [field.id, inOrder(field, counted[field.id])])),
    );
  }
}

/** Sorts several choices by the order of the options. */
function inOrder(field: TestField, answer: unknown): unknown {
  if (field.type !== 'multiple_choice' || !Array.isArray(answer)) return answer;
  const place = (one: unknown) => (typeof one === 'string' ? field.options.findIndex(({ id }) => id === one) : 999);
  return [...answer].sort((a, b) => place(a) - place(b));
}

/** Computes a summary directly from the submissions. */
function summaryOf(field: TestField, bodies: readonly Record<string, unknown>[]): object | undefined {
  const answers = bodies.filter((body) => Object.hasOwn(body, field.id)).map((body) => body[field.id]);
  const head = { id: field.id, label: field.label, type: field.type, answered: answers.length };
  const share = (count: number, of = answers.length) => (of === 0 ? 0 : count / of);
  const numbers = answers.filter((answer) => typeof answer === 'number');
  const distribution = (min: number, max: number) =>
    Array.from({ length: max - min + 1 }, (_, at) => ({
      value: min + at,
      count: numbers.filter((one) => one === min + at).length,
    }));
  const average = numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  switch (field.type) {
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return undefined;
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice': {
      const picked = answers.flat();
      const options = field.options.map((option) => {
        const count = picked.filter((one) => one === option.id).length;
        return { ...option, count, share: share(count) };
      });
      return { ...head, options, others: othersOf(picked) };
    }
    case 'ranking': {
      const orders = answers.filter((answer) => Array.isArray(answer));
      const options = field.options.map((option) => {
        const places = orders.map((order) => order.indexOf(option.id) + 1).filter((place) => place > 0);
        const total = places.reduce((sum, place) => sum + place, 0);
        return {
          ...option,
          count: places.length,
          share: share(places.length),
          first: places.filter((place) => place === 1).length,
          average_position: places.length === 0 ? null : total / places.length,
        };
      });
      return { ...head, options };
    }
    case 'rating':
      return { ...head, average, distribution: distribution(field.scale.min, field.scale.max) };
    case 'scale': {
      const promoters = numbers.filter((one) => one >= 9).length;
      const detractors = numbers.filter((one) => one <= 6).length;
      const score = numbers.length === 0 ? null : ((promoters - detractors) / numbers.length) * 100;
      const nps = { promoters, passives: numbers.length - promoters - detractors, detractors, score };
      return { ...head, average, distribution: distribution(0, 10), nps };
    }
    case 'matrix': {
      const grids = answers.map((answer) => Object.entries(Object(answer)));
      const rows = field.rows.map((row) => {
        const given = grids.flatMap((grid) => grid.filter(([id]) => id === row.id).map(([, option]) => option));
        const options = field.options.map((option) => {
          const count = given.filter((one) => one === option.id).length;
          return { ...option, count, share: share(count, given.length) };
        });
        return { ...row, answered: given.length, options };
      });
      return { ...head, rows };
    }
    case 'number': {
      const millionths = numbers.map((one) => BigInt(Math.round(one * 1e6)));
      const sum = Number(`${millionths.reduce((total, one) => total + one, 0n)}e-6`);
      return {
        ...head,
        sum,
        average: numbers.length === 0 ? null : sum / numbers.length,
        bins: binsOf(field, numbers),
      };
    }
    case 'consent': {
      const count = answers.filter((answer) => answer === true).length;
      return { ...head, count, share: share(count) };
    }
    default:
      return head;
  }
}

function othersOf(picked: readonly unknown[]): { text: string; count: number }[] {
  const groups = new Map<string, { text: string; count: number }>();
  for (const one of picked) {
    const text = typeof one === 'object' && one !== null && 'other' in one ? String(one.other) : undefined;
    if (text === undefined) continue;
    const group = groups.get(text.toLowerCase());
    if (group) group.count++;
    else groups.set(text.toLowerCase(), { text: expect.stringMatching(new RegExp(`^${text}$`, 'i')), count: 1 });
  }
  return [...groups]
    .sort(([a, first], [b, second]) => second.count - first.count || (a < b ? -1 : 1))
    .map(([, group]) => group);
}

/** Returns the expected bins. Counts in millionths, which are integers. */
function binsOf({ min, max, step }: NumberField, numbers: readonly number[]): object[] | null {
  if (min === null || max === null) return null;
  const units = (value: number) => Math.round(value * 1e6);
  const steps =
    step === null ? [] : Array.from({ length: 1000 }, (_, at) => min + at * step).filter((one) => one <= max);
  if (steps.length > 0 && steps.length <= 10) {
    return steps.map((value) => ({ from: value, to: value, count: numbers.filter((one) => one === value).length }));
  }
  const decimals = Math.max(...[min, max].map((bound) => String(bound).split('.')[1]?.length ?? 0));
  const unit = units(step ?? 10 ** -decimals);
  const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((factor) => factor * unit);
  const width = widths.find((one) => Math.floor((units(max) - units(min)) / one) < 12) ?? Number.NaN;
  const last = step === null ? width : width - units(step);
  return Array.from({ length: Math.floor((units(max) - units(min)) / width) + 1 }, (_, at) => {
    const from = units(min) + at * width;
    const count = numbers.map(units).filter((one) => one >= from && one < from + width && one <= units(max)).length;
    const to = Math.min(from + last, units(max));
    return { from: expect.closeTo(from / 1e6, 9), to: expect.closeTo(to / 1e6, 9), count };
  });
}
