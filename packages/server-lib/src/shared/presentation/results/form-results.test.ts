import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocalizer } from '../../../base/localizer.js';
import type {
  Field,
  FieldSummary,
  FormResults,
  NumberBin,
  QuizResults,
  RatingField,
  ScaleField,
} from '../../contract/resources.js';
import type { Block, Text } from './blocks.js';
import { presentFormResults } from './form-results.js';
import { presentQuizResults } from './quiz-results.js';

const { texts } = createLocalizer('en');

/** Returns the blocks of the only field. */
function blocksOf(summary: FieldSummary, fields: Field[] = []): readonly Block[] {
  const results: FormResults = {
    form_id: 'form_1',
    submissions_count: summary.answered,
    disqualified_count: 0,
    variables: [],
    endings: [],
    timeline: [],
    status: 'open',
    fields: [summary],
  };
  const [section] = presentFormResults(results, { fields, results_order: 'asked' }, texts).blocks;
  return section?.type === 'section' ? section.blocks : [];
}

const plain = (text: Text): string => {
  if (typeof text === 'string') return text;
  return 'author' in text ? text.author : text.map(plain).join('');
};

test('a field has a number of answers only if it differs from the number of all answers', () => {
  const head = { type: 'consent' as const, label: 'Agree?', count: 3, share: 1 };
  const results: FormResults = {
    form_id: 'form_1',
    submissions_count: 3,
    disqualified_count: 0,
    variables: [],
    endings: [],
    timeline: [],
    status: 'open',
    fields: [
      { ...head, id: 'f1', answered: 3 },
      { ...head, id: 'f2', answered: 2 },
    ],
  };
  const { total, blocks } = presentFormResults(results, { fields: [], results_order: 'asked' }, texts);
  expect(total).toBe('3 answers');
  expect(blocks.map((block) => block.type === 'section' && block.detail)).toEqual([undefined, '2 answers']);
});

describe('a scale from 0 to 10', () => {
  const distribution = Array.from({ length: 11 }, (_, value) => ({ value, count: value === 10 ? 5 : 0 }));
  const summary: FieldSummary = {
    id: 'f1',
    type: 'scale',
    label: 'How easy was it?',
    answered: 5,
    average: 10,
    distribution,
    nps: { promoters: 5, passives: 0, detractors: 0, score: 100 },
  };
  const field: ScaleField = {
    id: 'f1',
    type: 'scale',
    label: 'How easy was it?',
    help: null,
    placeholder: null,
    required: false,
    show_if: null,
    labels: null,
    nps: false,
  };
  const average = { name: 'Average', value: '10' };

  test('has an average and a distribution', () => {
    const [figures, chart] = blocksOf(summary, [field]);
    expect(figures).toEqual({ type: 'figures', figures: [average] });
    expect(chart).toMatchObject({ type: 'columns', columns: { length: 11 } });
  });

  test('also has a net promoter score if it asks for a recommendation', () => {
    const [figures] = blocksOf(summary, [{ ...field, nps: true }]);
    expect(figures).toEqual({ type: 'figures', figures: [average, { name: 'Net promoter score', value: '100' }] });
  });
});

test('the bars of a ranking are its first choices', () => {
  const options = [
    { id: 'o1', label: 'Price', count: 10, share: 1, first: 4, average_position: 1.6 },
    { id: 'o2', label: 'Speed', count: 10, share: 1, first: 0, average_position: 2 },
    { id: 'o3', label: 'Support', count: 0, share: 0, first: 0, average_position: null },
  ];
  const [chart] = blocksOf({ id: 'f1', type: 'ranking', label: 'Rank these', answered: 10, options });
  const bars = chart?.type === 'bars' ? chart.bars : [];
  expect(bars.map(({ share, figure, details, isLeading }) => ({ share, figure, details, isLeading }))).toEqual([
    { share: 0.4, figure: '4 first choices', details: ['on average at place 1.6'], isLeading: true },
    { share: 0, figure: '0 first choices', details: ['on average at place 2'], isLeading: false },
    { share: 0, figure: '0 first choices', details: [], isLeading: false },
  ]);
});

test('the options of all fields count among the bars of a page, which have a maximum', () => {
  const field = (at: number): FieldSummary => ({
    id: `f${at}`,
    type: 'dropdown',
    label: `Field ${at}`,
    answered: 1,
    others: [],
    options: Array.from({ length: 200 }, (_, option) => ({ id: `o${option}`, label: 'Option', count: 0, share: 0 })),
  });
  const blocksOfFields = (count: number) => {
    const fields = Array.from({ length: count }, (_, at) => field(at));
    const results: FormResults = {
      form_id: 'form_1',
      submissions_count: 1,
      disqualified_count: 0,
      variables: [],
      endings: [],
      status: 'open',
      timeline: [],
      fields,
    };
    return presentFormResults(results, { fields: [], results_order: 'asked' }, texts).blocks;
  };
  expect(blocksOfFields(25).map(({ type }) => type)).toEqual(Array(25).fill('section'));
  expect(blocksOfFields(27).map(({ type }) => type)).toEqual([...Array(25).fill('section'), 'note']);
});

describe('the histogram of a number', () => {
  const chartOf = (bins: NumberBin[]) =>
    blocksOf({ id: 'f1', type: 'number', label: 'Hours', answered: 9, average: null, sum: null, bins })[0];

  test('has columns if their labels fit side by side', () => {
    const bins = Array.from({ length: 12 }, (_, at) => ({ from: at, to: at, count: at + 1 }));
    expect(chartOf(bins)).toMatchObject({ type: 'columns', columns: { length: 12 } });
  });

  test('has a line for each range if their labels are too long, relative to the largest range', () => {
    const bins = Array.from({ length: 6 }, (_, at) => ({ from: at * 10, to: at * 10 + 9, count: at * 2 }));
    const chart = chartOf(bins);
    expect(chart).toMatchObject({ type: 'bars', isCompact: true });
    const bars = chart?.type === 'bars' ? chart.bars : [];
    expect(bars.map(({ label, share, figure }) => [plain(label), share, figure])).toEqual([
      ...[['10 – 19', 0.2, '2'] as const, ['20 – 29', 0.4, '4'] as const],
      ...[['30 – 39', 0.6, '6'] as const, ['40 – 49', 0.8, '8'] as const, ['50 – 59', 1, '10'] as const],
    ]);
  });
});

test('a long scale merges its values, counts each of them, and names its ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 21, max: 100 }), fc.integer({ min: -50, max: 50 }), (length, min) => {
      const distribution = Array.from({ length }, (_, at) => ({ value: min + at, count: at % 3 }));
      const field: RatingField = {
        id: 'f1',
        type: 'rating',
        label: 'Rate us',
        help: null,
        placeholder: null,
        required: false,
        show_if: null,
        style: 'numbers',
        labels: { min: 'Bad', max: 'Good' },
        scale: { min, max: min + length - 1 },
      };
      const summary: FieldSummary = {
        id: 'f1',
        type: 'rating',
        label: 'Rate us',
        answered: 50,
        average: null,
        distribution,
      };
      const [chart] = blocksOf(summary, [field]);
      const bars = chart?.type === 'bars' ? chart.bars : [];
      expect(bars).toHaveLength(10);
      const sum = distribution.reduce((all, { count }) => all + count, 0);
      expect(bars.reduce((all, { figure }) => all + Number(figure), 0)).toBe(sum);
      const labels = bars.map(({ label }) => plain(label));
      expect(labels[0]).toMatch(new RegExp(`^${min} – -?\\d+ – Bad$`));
      expect(labels.at(-1)).toMatch(new RegExp(`^-?\\d+ – ${min + length - 1} – Good$`));
    }),
  );
});

test('many scores of a quiz are merged into ranges', () => {
  const distribution = Array.from({ length: 200 }, (_, at) => ({ score: at / 2, count: 1 }));
  const results: QuizResults = {
    quiz_id: 'quiz_1',
    attempts_count: 200,
    average_score: 50,
    average_percentage: 50,
    pass_rate: null,
    questions: [],
    timeline: [],
    distribution,
    status: 'open',
  };
  const sections = presentQuizResults(results, [], texts).blocks.flatMap((block) =>
    block.type === 'section' ? block.blocks : [],
  );
  const bars = sections.flatMap((block) => (block.type === 'bars' ? block.bars : []));
  expect(bars).toHaveLength(10);
  expect(plain(bars[0]?.label ?? '')).toBe('0 – 9.5 points');
  expect(bars.map(({ figure }) => figure)).toEqual(Array.from({ length: 10 }, () => '20'));
});

test('the ranges of a number end where its answers end, and do not overlap', () => {
  const bins = [0, 5, 10, 15, 20].map((from, at) => ({ from, to: from + 5, count: [0, 2, 0, 3, 0][at] ?? 0 }));
  const fields = [{ id: 'f1', label: 'Size', type: 'number' as const, answered: 5, average: 12, sum: 60, bins }];
  const results = {
    form_id: 'form_1',
    status: 'open' as const,
    submissions_count: 5,
    disqualified_count: 0,
    variables: [],
    endings: [],
    fields,
    timeline: [],
  };
  const { blocks } = presentFormResults(results, { fields: [], results_order: 'asked' }, createLocalizer('en').texts);
  const labels = JSON.stringify(blocks).match(/"label":"[^"]+"/g);
  expect(labels).toEqual(['"label":"5 – <10"', '"label":"10 – <15"', '"label":"15 – 20"']);
});
