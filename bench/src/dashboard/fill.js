import { createAskwell } from '@askwell/server';
import Database from 'better-sqlite3';
import { registerOwner } from '../owners.js';
import { createCopier } from './copy-asks.js';
import { storeSamples } from './samples.js';

/**
 * The amounts of an account's resources.
 *
 * @typedef {object} Amount
 * @property {number} asks
 * @property {number} answers Of all asks together.
 * @property {{ poll: number, quiz: number, form: number, tickets: number }} of The answers of the asks with the most answers.
 * @property {number} tickets
 * @property {number} sites
 *
 * The asks whose pages are measured, by their IDs, and positions in lists.
 * @typedef {{ poll: string, quiz: string, form: string, tickets: string, middleAsk: number, site: number }} Places
 */

export const email = 'owner@example.com';

const day = 24 * 3_600_000_000;
const words = ['Red', 'Green', 'Blue', 'White', 'Black', 'Amber', 'Ivory', 'Coral', 'Olive', 'Pearl'];

/**
 * Fills a new database: sample asks are created and answered with the library by another account, then copied directly.
 *
 * @param {string} database
 * @param {Amount} amount
 * @returns {Promise<Places>}
 */
export async function fillDashboard(database, { asks, answers, of, tickets, sites: siteCount }) {
  const askwell = createAskwell({ database, registration: 'open' });
  const samples = await storeSamples(askwell, (await registerOwner(askwell, 'samples@example.com')).account, database);
  const { account } = await registerOwner(askwell, email);
  /** @type {number[]} */
  const sites = [];
  for (let at = 0; at < siteCount; at++) {
    sites.push(
      (await askwell.sites.create(account, { name: `Site ${at}`, origins: [`https://site${at}.example.com`] })).id,
    );
  }
  await askwell.close();

  const handle = new Database(database);
  handle.pragma('synchronous = OFF');
  const copy = createCopier(handle);
  const now = Date.now() * 1000;
  const until = now - day / 24;
  const rest = asks - 4;
  // A tenth are drafts without answers.
  const answered = rest - Math.ceil(rest / 10);
  const left = answers - of.poll - of.quiz - of.form - of.tickets;
  const places = handle.transaction(() => {
    let seen = 0;
    let middleAsk = 0;
    for (let at = 0; at < rest; at++) {
      const isDraft = at % 10 === 0;
      const share = isDraft ? 0 : Math.round((left * (seen + 1)) / answered) - Math.round((left * seen) / answered);
      if (!isDraft) seen++;
      const isArchived = at % 20 === 7;
      const { seq } = copy(samples.others[at % samples.others.length] ?? samples.poll, {
        account: account.id,
        site: sites[at % (sites.length + 1)] ?? null,
        status: isDraft ? 'draft' : isArchived || at % 5 === 1 ? 'closed' : 'open',
        title: `${words[at % words.length]} round ${at}`,
        createdAt: now - 400 * day + at,
        isArchived,
        answers: share,
        since: now - ((at % 300) + 1) * day,
        until,
      });
      if (at === Math.floor(rest / 2)) middleAsk = seq;
    }
    const main = {
      account: account.id,
      site: sites[0] ?? null,
      status: 'open',
      createdAt: now - 400 * day,
      isArchived: false,
      since: now - 365 * day,
      until,
    };
    const made = {
      poll: copy(samples.poll, { ...main, title: 'Lunch on Friday', answers: of.poll }),
      quiz: copy(samples.quiz, { ...main, title: 'Safety at work', answers: of.quiz }),
      form: copy(samples.form, { ...main, title: 'Application for a place', answers: of.form }),
      tickets: copy(samples.tickets, { ...main, title: 'Board election', answers: of.tickets, tickets }),
    };
    addNotes(handle, made.poll.seq);
    handle
      .prepare(
        `update askwell_accounts set asks = ?, definition_bytes =
          (select sum(octet_length(definition)) from askwell_asks where account_id = askwell_accounts.id) where id = ?`,
      )
      .run(asks, account.id);
    const { poll, quiz, form, tickets: ticketed } = made;
    return { poll: poll.id, quiz: quiz.id, form: form.id, tickets: ticketed.id, middleAsk, site: sites[0] ?? 0 };
  })();
  handle.pragma('wal_checkpoint(TRUNCATE)');
  handle.close();
  return places;
}

/** Adds a tag to some answers of an ask. @param {Database.Database} handle @param {number} ask */
function addNotes(handle, ask) {
  handle
    .prepare(
      `insert into askwell_answer_notes (ask, answer, tags, note, updated_at)
        select ask, id, '["hot"]', 'Call back', created_at from (
          select *, row_number() over (order by id) as place from askwell_answers where ask = ?) where place % 500 = 1`,
    )
    .run(ask);
}
