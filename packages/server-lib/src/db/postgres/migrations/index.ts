import initial from './0001_initial.sql';
import deletedIds from './0002_deleted_ids.sql';
import verifiedEmails from './0003_verified_emails.sql';
import webhookProblems from './0004_webhook_problems.sql';
import respondents from './0005_respondents.sql';
import codeDefinitions from './0006_code_definitions.sql';
import signInLinks from './0007_sign_in_links.sql';
import editorTokens from './0008_editor_tokens.sql';
import funnel from './0009_funnel.sql';

/** Released migrations never change. The nth one leads to version n. */
export const postgresMigrations: readonly string[] = [
  initial,
  deletedIds,
  verifiedEmails,
  webhookProblems,
  respondents,
  codeDefinitions,
  signInLinks,
  editorTokens,
  funnel,
];

/**
 * The oldest version whose instances can work with the current tables. Migrations only add, so that during an upgrade, old
 * and new instances run side by side.
 */
export const oldestCompatibleVersion = 1;
