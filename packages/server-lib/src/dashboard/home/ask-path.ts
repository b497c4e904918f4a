/** The tabs of an ask. */
export type AskTab = 'edit' | 'logic' | 'translate' | 'design' | 'settings' | 'code' | 'share' | 'results' | 'answers';

/** Returns the path of a tab of an ask. */
export function askPath(base: string, id: string, tab: AskTab): string {
  return `${base}/dashboard/asks/${id}/${tab}`;
}
