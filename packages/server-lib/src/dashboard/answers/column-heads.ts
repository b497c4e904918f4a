import { html } from '../../base/html.js';
import { truncate } from '../../base/validation/text.js';
import type { TableColumn } from '../components.js';
import { type AnswerTableColumn, timeColumn } from './answer-table.js';
import { type AnswerPageQuery, readColumnOrder, writeAnswersQuery, writeColumnOrder } from './answers-query.js';

/** The heads of the table of answers. Each is a link that sorts by its column, and then in the other direction. */
export function columnHeads(
  path: string,
  query: AnswerPageQuery,
  columns: readonly AnswerTableColumn[],
  shown: readonly AnswerTableColumn[],
): readonly TableColumn[] {
  const order = readColumnOrder(query.sort, columns);
  const sorted = order && columns[order.column]?.id;
  const head = (label: string, sort: string): TableColumn => {
    const text = truncate(label, 80);
    const href = `${path}${writeAnswersQuery({ ...query, sort })}`;
    return {
      label: html`<span dir="auto">${text}</span>`,
      head: html`<a class="sort" href="${href}" dir="auto">${text}</a>`,
    };
  };
  return shown.map(({ id, label }): TableColumn => {
    if (id === timeColumn) {
      const isOldest = query.sort === 'oldest';
      const time = head('Time', order || isOldest ? 'newest' : 'oldest');
      return order ? time : { ...time, sort: isOldest ? 'ascending' : 'descending' };
    }
    if (!order || id !== sorted) return head(label, writeColumnOrder(id, 'ascending'));
    const other = order.direction === 'ascending' ? 'descending' : 'ascending';
    return { ...head(label, writeColumnOrder(id, other)), sort: order.direction };
  });
}
