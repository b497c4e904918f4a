/** A tool, and the operations that it calls. */
export interface ToolDefinition {
  readonly name: string;
  /** Undefined: the summary of the operation. */
  readonly title?: string;
  /** The IDs of one operation, or of the same operation for polls, quizzes and forms. */
  readonly operations: readonly string[];
}

/**
 * The tools. Everything else about them comes from the OpenAPI document. What does not depend on the kind is one tool for polls,
 * quizzes and forms, because agents choose better among fewer tools.
 */
export const toolDefinitions: readonly ToolDefinition[] = [
  { name: 'get_account', operations: ['getMe'] },
  { name: 'list_sites', operations: ['listSites'] },
  {
    name: 'list_asks',
    title: 'List polls, quizzes or forms',
    operations: ['listPolls', 'listQuizzes', 'listForms'],
  },
  { name: 'get_ask', title: 'Get a poll, quiz or form', operations: ['getPoll', 'getQuiz', 'getForm'] },
  {
    name: 'get_results',
    title: 'Get the results of a poll, quiz or form',
    operations: ['getPollResults', 'getQuizResults', 'getFormResults'],
  },
  {
    name: 'list_answers',
    title: 'List the votes, attempts or submissions of a poll, quiz or form',
    operations: ['listVotes', 'listAttempts', 'listSubmissions'],
  },
  {
    name: 'get_answer',
    title: 'Get a vote, an attempt or a submission',
    operations: ['getVote', 'getAttempt', 'getSubmission'],
  },
  { name: 'create_poll', operations: ['createPoll'] },
  { name: 'create_quiz', operations: ['createQuiz'] },
  { name: 'create_form', operations: ['createForm'] },
  { name: 'update_poll', operations: ['updatePoll'] },
  { name: 'update_quiz', operations: ['updateQuiz'] },
  { name: 'update_form', operations: ['updateForm'] },
  { name: 'regrade_quiz', operations: ['regradeQuiz'] },
  { name: 'delete_ask', title: 'Delete a poll, quiz or form', operations: ['deletePoll', 'deleteQuiz', 'deleteForm'] },
  {
    name: 'delete_answer',
    title: 'Delete a vote, an attempt or a submission',
    operations: ['deleteVote', 'deleteAttempt', 'deleteSubmission'],
  },
  {
    name: 'delete_all_answers',
    title: 'Delete all votes, attempts or submissions of a poll, quiz or form',
    operations: ['deleteAllVotes', 'deleteAllAttempts', 'deleteAllSubmissions'],
  },
  { name: 'create_site', operations: ['createSite'] },
  { name: 'update_site', operations: ['updateSite'] },
  { name: 'delete_site', operations: ['deleteSite'] },
];
