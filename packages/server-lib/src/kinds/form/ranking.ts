import { withMembers } from '../../base/with-members.js';
import type { RankingField } from '../../shared/contract/resources.js';
import { orderInput } from '../inputs/order.js';
import { placementInput } from '../inputs/placement.js';
import { optionCount, referencedOptions, validateBounds } from './choices.js';
import { type FieldTypeDefinition, requireOption, singleColumnType, summaryHead } from './field-type.js';

const rankName = 'rank.';

/** Options in order of preference. */
export const rankingType: FieldTypeDefinition<RankingField, string[]> = {
  ...singleColumnType,
  complete(draft, head, context) {
    const options = context.assignOptionIds('options', draft.options);
    return { ...head, type: 'ranking', options, ...validateBounds(draft, options.length, context) };
  },
  operators: (field) => ({ contains: requireOption(field) }),
  check({ options, min_choices, max_choices }, value, path, faults) {
    if (Array.isArray(value) && value.length === 0) return undefined;
    const bounds = { min: min_choices ?? 1, max: max_choices ?? options.length };
    return placementInput.check({ options, ...bounds }, value, path, faults);
  },
  isFieldName: (_field, rest) => rest.startsWith(rankName),
  parseFields: ({ id }, fields) => orderInput.parseFields(fields, `${id}.${rankName}`, id),
  referencedItems: ({ options }) => referencedOptions(options, 'options'),
  contribute: (_field, answer) => placementInput.contribute(answer),
  summarize: (field, tallies) => ({
    ...summaryHead(field, tallies),
    type: 'ranking',
    options: placementInput
      .summarize(field.options, tallies.count)
      .map(({ option, count, first, averagePosition }) =>
        withMembers(optionCount(option, count, tallies.answered), { first, average_position: averagePosition }),
      ),
  }),
  csvCells: (_field, answer) => [answer?.join(' ') ?? null],
};
