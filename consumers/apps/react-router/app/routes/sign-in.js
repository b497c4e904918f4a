import { commitSession, getSession } from '../lib/session.server.js';

export async function loader({ params }) {
  const session = await getSession();
  session.set('user', Number(params.user));
  return new Response(null, { status: 204, headers: { 'set-cookie': await commitSession(session) } });
}
