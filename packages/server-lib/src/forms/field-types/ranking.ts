import { order } from '../../inputs/options/order.js';
import { placement } from '../../inputs/options/placement.js';
import type { RankingField } from '../form-types.js';
import { optionCount, optionParts, settleBounds } from './choices.js';
import { anOption, type FieldTypeDefinition, single, summaryHead } from './field-type.js';

const rankName = 'rank.';

/** Options in order of preference. */
export const rankingKind: FieldTypeDefinition<RankingField, string[]> = {
  ...single,
  settle(draft, head, place) {
    const options = place.list('options', draft.options);
    return { ...head, type: 'ranking', options, ...settleBounds(draft, options.length, place) };
  },
  operators: (field) => ({ contains: anOption(field) }),
  check({ options, min_choices, max_choices }, given, path, faults) {
    if (Array.isArray(given) && given.length === 0) return undefined;
    const bounds = { min: min_choices ?? 1, max: max_choices ?? options.length };
    return placement.check({ options, ...bounds }, given, path, faults);
  },
  hasName: (_field, rest) => rest.startsWith(rankName),
  read: ({ id }, fields) => order.read(fields, `${id}.${rankName}`, id),
  parts: ({ options }) => optionParts(options, 'options'),
  count: (_field, answer) => placement.count(answer),
  summarise: (field, counted) => ({
    ...summaryHead(field, counted),
    type: 'ranking',
    options: placement.sum(field.options, counted.count).map(({ option, count, first, averagePosition }) => ({
      ...optionCount(option, count, counted.answered),
      first,
      average_position: averagePosition,
    })),
  }),
  cells: (_field, answer) => [answer?.join(' ') ?? null],
};
