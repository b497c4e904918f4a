import { headers } from 'next/headers';
import { askwell } from '../../../lib/askwell.js';

export async function POST() {
  const session = await askwell.auth.session({ headers: await headers() });
  if (!session) return new Response(null, { status: 401 });
  const poll = await askwell.polls.create(session.account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    one_per: 'user',
    anonymous: false,
  });
  return Response.json({ id: poll.id }, { status: 201 });
}
