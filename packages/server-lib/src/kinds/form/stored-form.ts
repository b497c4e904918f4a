import type {
  Ending,
  Field,
  FormLayout,
  Quota,
  ResultsOrder,
  Variable,
  Welcome,
} from '../../shared/contract/resources.js';
import type { Bins } from '../inputs/bins.js';

/** A form's part of the definition. */
export interface FormOwn {
  /** Absent in forms that were stored before this member existed. */
  readonly layout?: FormLayout;
  readonly fields: readonly Field[];
  /** The number of the next generated field ID. */
  readonly next: number;
  /** The numbers of the next generated option and row IDs, by field and member: `f1.options`. */
  readonly nexts: Readonly<Record<string, number>>;
  /**
   * The histogram bins of number fields, by field. Once there are answers they stay the same, even if `min` and `max`
   * change.
   */
  readonly bins: Readonly<Record<string, Bins>>;
  /** Absent in forms that were stored before this member existed. */
  readonly results_order?: ResultsOrder;
  /** Absent in forms that were stored before receipts existed. */
  readonly receipt?: boolean;
  /** These members are absent in forms that were stored before forms had logic. */
  readonly welcome?: Welcome | null;
  readonly variables?: readonly Variable[];
  readonly endings?: readonly Ending[];
  readonly quotas?: readonly Quota[];
}
