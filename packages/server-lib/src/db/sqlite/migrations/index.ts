import accounts from './0001_accounts.sql';
import asks from './0002_asks.sql';
import returned from './0003_returned.sql';
import replays from './0004_replays.sql';
import stamps from './0005_stamps.sql';
import secretAndRetention from './0006_secret_and_retention.sql';
import securityEvents from './0007_security_events.sql';
import starts from './0008_starts.sql';
import quotas from './0009_quotas.sql';
import writeInsByVotes from './0010_write_ins_by_votes.sql';
import purgedVoters from './0011_purged_voters.sql';
import noStamps from './0012_no_stamps.sql';
import checks from './0013_checks.sql';
import dashboardAsks from './0014_dashboard_asks.sql';
import keyPermissions from './0015_key_permissions.sql';
import answerNotes from './0016_answer_notes.sql';
import resultLinks from './0017_result_links.sql';
import imports from './0018_imports.sql';
import siteDesign from './0019_site_design.sql';
import dashboardLists from './0020_dashboard_lists.sql';
import answerLanguage from './0021_answer_language.sql';
import moves from './0022_moves.sql';
import siteVersions from './0023_site_versions.sql';
import answerUpdates from './0024_answer_updates.sql';
import changes from './0025_changes.sql';
import webhooks from './0026_webhooks.sql';
import email from './0027_email.sql';
import tickets from './0028_tickets.sql';
import keyUses from './0029_key_uses.sql';
import changedAnswers from './0031_changed_answers.sql';
import deletedIds from './0032_deleted_ids.sql';
import verifiedEmails from './0033_verified_emails.sql';
import webhookProblems from './0034_webhook_problems.sql';
import respondents from './0035_respondents.sql';
import codeDefinitions from './0036_code_definitions.sql';
import signInLinks from './0037_sign_in_links.sql';
import editorTokens from './0038_editor_tokens.sql';
import funnel from './0039_funnel.sql';

/** Released migrations never change. The nth one leads to version n. */
export const sqliteMigrations: readonly string[] = [
  accounts,
  asks,
  returned,
  replays,
  stamps,
  secretAndRetention,
  securityEvents,
  starts,
  quotas,
  writeInsByVotes,
  purgedVoters,
  noStamps,
  checks,
  dashboardAsks,
  keyPermissions,
  answerNotes,
  resultLinks,
  imports,
  siteDesign,
  dashboardLists,
  answerLanguage,
  moves,
  siteVersions,
  answerUpdates,
  changes,
  webhooks,
  email,
  tickets,
  keyUses,
  changedAnswers,
  deletedIds,
  verifiedEmails,
  webhookProblems,
  respondents,
  codeDefinitions,
  signInLinks,
  editorTokens,
  funnel,
];

/** The schema version from which accounts and asks have the counters of quotas. */
export const minQuotasVersion = sqliteMigrations.indexOf(quotas) + 1;

/** The schema version from which results may count answers that were purged. */
export const minPurgesVersion = sqliteMigrations.indexOf(purgedVoters) + 1;
