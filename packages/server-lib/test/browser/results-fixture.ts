import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

const day = 24 * 3_600_000;

/** The IDs of the sample asks, without prefixes. */
export const sampleIds = {
  lunch: 'lunchresults00000000',
  board: 'boardresults00000000',
  stars: 'starsresults00000000',
  quiz: 'quizzresults00000000',
  form: 'formsresults00000000',
  empty: 'emptyresults00000000',
};

/** A server with answers of several weeks. */
export interface ResultsFixture {
  readonly server: SocketServer;
  readonly owner: Owner;
  /** The token of a results link. */
  readonly token: string;
}

/** Creates asks of each kind with answers. */
export async function createResultsFixture(): Promise<ResultsFixture> {
  let offset = -24 * day;
  const server = await startServer({ clock: () => Date.now() + offset });
  const owner = await createOwner(server.services);
  const { askwell, services } = server;
  const { scope } = owner.session;
  const id = (kind: string, bare: string) => `${kind}_${bare}`;
  const lunch = { title: 'What should we have for the team lunch on Friday?', type: 'multiple' as const };
  const dishes = [
    'Lasagna with spinach',
    'Falafel <b>wraps</b>',
    'Ramen',
    'A very long name of a dish that wraps onto several lines on a phone',
  ];
  await services.polls.asks.create(
    scope,
    { ...lunch, options: dishes, other: true, one_per: null },
    { id: sampleIds.lunch },
  );
  const board = { title: 'Who should chair the board?', type: 'ranked' as const, options: ['Ada', 'Grace', 'Edsger'] };
  await services.polls.asks.create(scope, { ...board, one_per: null }, { id: sampleIds.board });
  const stars = { title: 'How was the day?', type: 'rating' as const, options: ['Talks', 'Food'], one_per: null };
  await services.polls.asks.create(scope, stars, { id: sampleIds.stars });
  await services.polls.asks.create(
    scope,
    { title: 'Nobody answered yet', options: ['a', 'b'] },
    { id: sampleIds.empty },
  );
  const questions = [
    {
      type: 'single' as const,
      prompt: 'Which planet is the largest?',
      options: ['Earth', 'Jupiter', 'Mars'],
      answer: 'o2',
      points: 2,
    },
    { type: 'boolean' as const, prompt: 'Is the Moon a planet?', answer: false, points: 2 },
    {
      type: 'single' as const,
      prompt: 'Which planet has the most moons?',
      options: ['Jupiter', 'Saturn'],
      answer: 'o2',
      points: 2,
    },
  ];
  const bands = [
    { min_percentage: 0, title: 'Beginner' },
    { min_percentage: 60, title: 'Explorer' },
    { min_percentage: 100, title: 'Astronaut' },
  ];
  const quiz = { title: 'The solar system', pass_percentage: 60, questions, bands, one_per: null };
  await services.quizzes.asks.create(scope, quiz, { id: sampleIds.quiz });
  const fields = [
    { type: 'scale' as const, label: 'How likely are you to recommend us?', nps: true },
    {
      type: 'rating' as const,
      label: 'How was the support?',
      labels: { min: 'Never again', max: 'Love it' },
    },
    { type: 'single_choice' as const, label: 'How did you find us?', options: ['Search', 'A friend'], other: true },
    { type: 'matrix' as const, label: 'How were the parts?', rows: ['Price', 'Quality'], options: ['Good', 'Bad'] },
  ];
  await services.forms.asks.create(
    scope,
    { title: 'Customer feedback', fields, one_per: null },
    { id: sampleIds.form },
  );
  for (let n = 0; n < 48; n++) {
    const pick = (n * 7) % 5;
    const choices = pick < 4 ? [`o${pick + 1}`, ...(n % 3 === 0 && pick !== 0 ? ['o1'] : [])] : [];
    await askwell.polls.vote(
      id('poll', sampleIds.lunch),
      choices.length > 0 ? { choices } : { other: n % 2 ? 'Pizza' : 'Soup' },
    );
    if (n % 2 === 0)
      await askwell.polls.vote(id('poll', sampleIds.board), {
        choices: [['o1', 'o2'], ['o2', 'o3'], ['o3', 'o2'], ['o2'], ['o1']][pick] ?? [],
      });
    if (n % 3 === 0)
      await askwell.polls.vote(id('poll', sampleIds.stars), { ratings: { o1: 1 + (n % 5), o2: 3 + (n % 3) } });
    const answers = { q1: `o${1 + (n % 3)}`, q2: n % 4 === 0, q3: n % 5 === 0 ? 'o2' : 'o1' };
    await askwell.quizzes.attempt(id('quiz', sampleIds.quiz), { answers });
    const f3 = n % 6 === 0 ? { other: 'A poster' } : `o${1 + (n % 2)}`;
    const f4 = { r1: `o${1 + (n % 2)}`, r2: n % 5 === 0 ? 'o2' : 'o1' };
    await askwell.forms.submit(id('form', sampleIds.form), { answers: { f1: (n * 3) % 11, f2: 1 + (n % 5), f3, f4 } });
    offset += (n % 4) * (day / 3);
  }
  offset = 0;
  const owned = await services.polls.asks.find(scope, id('poll', sampleIds.lunch));
  if (!owned) throw new Error('The poll is missing.');
  await services.resultLinks.create(scope, owned.ask.seq);
  const token = await services.resultLinks.find(owned.ask.seq);
  if (token === null) throw new Error('The link is missing.');
  return { server, owner, token };
}
