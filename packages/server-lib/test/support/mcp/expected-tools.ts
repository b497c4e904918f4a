/** The tools that read. */
export const readTools = [
  ...['get_account', 'list_sites', 'list_asks', 'get_ask', 'get_results', 'list_answers', 'get_answer'],
];

/** The tools that change answers. */
export const answerTools = ['delete_answer', 'delete_all_answers'];

/** All tools, in the order in which they are listed. */
export const allTools = [
  ...readTools,
  ...['create_poll', 'create_quiz', 'create_form', 'update_poll', 'update_quiz', 'update_form', 'regrade_quiz'],
  ...['delete_ask', ...answerTools, 'create_site', 'update_site', 'delete_site'],
];
