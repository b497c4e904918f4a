import { randomBytes } from 'node:crypto';
import { readMovedTables } from '../../../src/tools/move/moved-table.js';
import { answersOf, createAsk } from '../asks/create-ask.js';
import { day, purgeNow } from '../asks/purge-answers.js';
import { createClient, newAddress } from '../http/http-client.js';
import { createOwner, type Owner } from '../servers/create-owner.js';
import { type SocketServer, startServer } from '../servers/start-server.js';
import { openDatabase } from '../store/open-database.js';
import { annotate } from '../transfer.js';

/** The actions of move tests on a database. */
export interface FilledDatabase {
  readonly owner: Owner;
  readonly key: string;
  readonly session: string;
  readonly poll: string;
  /** A ticket that was not used. */
  readonly ticket: string;
  readonly ticketPoll: string;
}

/** Fills a SQLite file with accounts and asks of all kinds. One table has two chunks of rows. */
export async function fillDatabase(file: string, secret: string): Promise<FilledDatabase> {
  let now = Date.now() - 10 * day;
  const server = await startServer({ database: file, secret, clock: () => now, trustProxy: ['127.0.0.1'] });
  const owner = await createOwner(server.services);
  const key = await owner.key();
  const api = createClient(server);
  const site = await api('POST', '/sites', { key, body: { name: 'Shop 🙂', origins: ['https://shop.example.com'] } });
  await owner.key(Number(site.at('data.id')));

  const purged = await createAsk(server, key, 'polls', { keep_answers_days: 5 });
  await answer(server, 'polls', purged, [{ choices: ['o1'] }, { choices: ['o2'] }]);
  now += 10 * day;
  await purgeNow(server.services);

  const poll = await createAsk(server, key, 'polls', { other: true, title: 'Zoë\u2028"\\' });
  const bodies = [{ choices: ['o1'] }, { choices: ['o2'] }, { other: 'Pizza' }, { other: 'pIZZA' }, { other: 'Ｔea' }];
  const votes = await answer(server, 'polls', poll, bodies);
  await annotate(server.services, owner.session.scope, poll, votes.slice(-2));
  await server.askwell.polls.ensure(owner.session.account, 'lunch', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const quiz = await createAsk(server, key, 'quizzes', { one_per: 'browser' });
  await answer(server, 'quizzes', quiz, [{ answers: { q1: true } }, { answers: { q1: false } }]);
  const form = await createAsk(server, key, 'forms');
  await answer(server, 'forms', form, [{ answers: { f1: '' } }, { answers: { f1: 'Ünï \t🙂' } }]);
  const removed = await createAsk(server, key, 'forms');
  await api('DELETE', `/forms/${removed}`, { key });

  const ticketPoll = await createAsk(server, key, 'polls', { one_per: 'ticket' });
  const made = await api('POST', `/polls/${ticketPoll}/tickets`, { key, body: { count: 10_000 } });
  const session = await server.services.sessions.open(owner.session.account.id, 'test', undefined);
  await server.close();
  return { owner, key, session, poll, ticket: made.id('data.tickets.0'), ticketPoll };
}

/** Answers an ask, each time as another visitor with an Idempotency-Key. Returns the IDs of the answers. */
export async function answer(
  server: Pick<SocketServer, 'url'>,
  plural: 'polls' | 'quizzes' | 'forms',
  id: string,
  bodies: readonly object[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const body of bodies) {
    const reply = await createClient(server)('POST', `/${plural}/${id}/${answersOf[plural]}`, {
      body: plural === 'forms' ? body : { ...body, voter: randomBytes(16).toString('hex') },
      from: newAddress(),
      headers: { 'Idempotency-Key': randomBytes(8).toString('hex') },
    });
    if (reply.status !== 201) throw new Error(`The answer was refused: ${reply.text}`);
    ids.push(reply.id('data.id'));
  }
  return ids;
}

/** Adds a row to each table that is still empty, so that the move copies every table. */
export function fillEmptyTables(file: string): void {
  const database = openDatabase(file);
  database.exec('pragma foreign_keys = on');
  const read = (text: string): unknown => database.prepare(text).all([])[0]?.[0];
  for (const { name } of readMovedTables()) {
    if (read(`select 1 from ${name}`) !== undefined) continue;
    const columns = database.prepare(`select name, type from pragma_table_info('${name}')`).all([]);
    const sql = String(read(`select sql from sqlite_schema where type = 'table' and name = '${name}'`));
    const values = columns.map(([column, type]) => {
      // The first value that a check allows, such as `check (kind in ('receipt', 'notice'))` or `check (id = 1)`.
      const [, allowed] = new RegExp(`check \\(${column} (?:in \\(|= )('\\w+'|\\d+)`, 'i').exec(sql) ?? [];
      if (allowed !== undefined) return allowed;
      const reference = database
        .prepare(`select "table", "to" from pragma_foreign_key_list('${name}') where "from" = ?`)
        .all([String(column)])[0];
      if (reference) return `(select "${reference[1]}" from ${reference[0]} limit 1)`;
      return { integer: '7', text: "'seven'", blob: 'randomblob(16)' }[String(type).toLowerCase()];
    });
    database.exec(`insert into ${name} values (${values.join(', ')})`);
  }
  database.close();
}
