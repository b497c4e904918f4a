import { askwell } from '../lib/askwell.server.js';

export async function loader({ request, params }) {
  const session = await askwell.auth.session(request);
  if (!session) return new Response(null, { status: 401 });
  const answers = [];
  for await (const { respondent, choices } of askwell.polls.answers.list(session.account, params.id))
    answers.push({ respondent, choices });
  return Response.json(answers);
}
