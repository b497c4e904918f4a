/** The tools that read. */
export const readTools = [
  ...['get_account', 'list_sites', 'list_asks', 'get_ask', 'get_results', 'get_answer', 'list_answers', 'get_warnings'],
];

/** The tools that change answers. */
export const answerTools = ['update_answer', 'delete_answer', 'delete_all_answers'];

/** All tools, in the order in which they are listed. */
export const allTools = [
  ...readTools,
  ...['create_site', 'update_site', 'delete_site'],
  ...['create_poll', 'update_poll', 'delete_ask', 'copy_ask', ...answerTools],
  ...['create_quiz', 'update_quiz', 'regrade_quiz', 'create_form', 'update_form'],
];
