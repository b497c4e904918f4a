import router from '@adonisjs/core/services/router';
import { askwell, userOf } from '#services/askwell';

router.get('/sign-in/:id', ({ params, session, response }) => {
  session.put('user', Number(params.id));
  response.status(204).send('');
});
router.get('/token', ({ request }) => request.csrfToken);
router.post('/api/lunch', async (context) => {
  const user = userOf(context);
  if (!user) return context.response.unauthorized();
  const account = await askwell.accounts.ensure({ externalId: String(user.id), name: user.name, email: user.email });
  const poll = await askwell.polls.create(account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: 'user',
    anonymous: false,
  });
  return context.response.created({ id: poll.id });
});
router.get('/api/lunch/:id', async (context) => {
  const user = userOf(context);
  if (!user) return context.response.unauthorized();
  const answers = [];
  for await (const { respondent, choices } of askwell.polls.answers.list(String(user.id), context.params.id))
    answers.push({ respondent, choices });
  return answers;
});
