/**
 * Changes the form of a preview, for the editor of the dashboard. The parameters have no names, because the build of the widget shortens
 * the names of members.
 *
 * @param items The questions or fields in their order.
 * @param replace Shows a changed question or field in the place of the one at a position.
 * @param show Shows the page of the item at a position. Without a position, shows the current page again.
 */
export type ChangePreview<Asked> = (
  items: readonly { readonly id: string }[],
  replace: (at: number, asked: Asked) => void,
  show: (at?: number) => void,
) => void;
