import { askwell } from '../lib/askwell.server.js';

export async function action({ request }) {
  const session = await askwell.auth.session(request);
  if (!session) return new Response(null, { status: 401 });
  const poll = await askwell.polls.create(session.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: 'user',
    anonymous: false,
  });
  return Response.json({ id: poll.id }, { status: 201 });
}
