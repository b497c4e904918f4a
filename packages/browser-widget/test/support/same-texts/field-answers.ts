import type { Condition, FieldAnswer, FieldDraft } from '@askwell/server/contract';
import type { DrawnField } from './fields.js';
import { idsOf, pick, some } from './members.js';

/** Returns a condition on a field, or undefined if its type allows no conditions. */
export function conditionOn({ type }: DrawnField, field: string, seed: number): Condition | undefined {
  const answered: Condition = { field, answered: seed % 3 > 0 };
  switch (type) {
    case 'heading':
    case 'page':
      return undefined;
    case 'single_choice':
    case 'dropdown':
      return pick<Condition>([answered, { field, is: 'o1' }, { field, is_not: 'o2' }], seed);
    case 'multiple_choice':
    case 'ranking':
      return pick<Condition>([answered, { field, contains: 'o2' }], seed);
    case 'number':
    case 'rating':
    case 'scale':
      return pick<Condition>([answered, { field, greater: 2 }, { field, less: 3 }], seed);
    case 'consent':
      return pick<Condition>([answered, { field, is: true }, { field, is: false }], seed);
    case 'short_text':
    case 'long_text':
      return pick<Condition>([answered, { field, is: '<b>' }, { field, contains: 'a' }], seed);
    default:
      return answered;
  }
}

/** Returns a valid answer to a field, or undefined. Fields that are not required are answered most of the time. */
export function answerTo(field: FieldDraft, seed: number): FieldAnswer | undefined {
  if (!field.required && seed % 5 === 0) return undefined;
  switch (field.type) {
    case 'heading':
    case 'image':
    case 'video':
    case 'page':
      return undefined;
    case 'short_text':
    case 'long_text':
    case 'hidden':
      return pick(['Words of a visitor', 'كلمات', '<b>own</b>'], seed);
    case 'email':
      return 'visitor@example.com';
    case 'url':
      return 'https://example.com/page';
    case 'phone':
      return '+44 20 7946 0958';
    case 'date':
      return pick(['2026-01-31', '2024-02-29'], seed);
    case 'time':
      return pick(['09:05', '23:59'], seed);
    case 'number':
      return seed % 6;
    case 'single_choice':
    case 'dropdown':
      return field.other && seed % 4 === 0 ? writeIn : (some(idsOf('o', field.options), 1, seed)[0] ?? '');
    case 'multiple_choice': {
      const ids = idsOf('o', field.options);
      const chosen = some(ids, countOf(field, ids.length, seed), seed);
      return field.other && seed % 4 === 0 ? [...chosen.slice(1), writeIn] : chosen;
    }
    case 'ranking': {
      const ids = idsOf('o', field.options);
      return some(ids, countOf(field, ids.length, seed), seed);
    }
    case 'rating': {
      const { min = 1, max = 5 } = field.scale ?? {};
      return min + (seed % (max - min + 1));
    }
    case 'scale':
      return seed % 11;
    case 'matrix':
      return Object.fromEntries(
        idsOf('r', field.rows).map((row, at) => [row, `o${((seed + at) % field.options.length) + 1}`]),
      );
    case 'consent':
      return true;
  }
}

const writeIn = { other: 'Something else' };

interface Limits {
  readonly min_choices?: number | null | undefined;
  readonly max_choices?: number | null | undefined;
}

function countOf({ min_choices, max_choices }: Limits, count: number, seed: number): number {
  const min = min_choices ?? 1;
  return min + (seed % ((max_choices ?? count) - min + 1));
}
