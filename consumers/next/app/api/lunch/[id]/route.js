import { headers } from 'next/headers';
import { askwell } from '../../../../lib/askwell.js';

export async function GET(_request, { params }) {
  const session = await askwell.auth.session({ headers: await headers() });
  if (!session) return new Response(null, { status: 401 });
  const { id } = await params;
  const answers = [];
  for await (const { respondent, choices } of askwell.polls.answers.list(session.account, id))
    answers.push({ respondent, choices });
  return Response.json(answers);
}
