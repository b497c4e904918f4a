import { z } from 'zod';
import type { HostUser } from '../../accounts/accounts.js';
import type { House } from '../../assemble.js';
import type { Reply } from '../../http/exchange.js';
import { seeOther } from '../../http/reply.js';
import { html } from '../../web/html.js';
import type { Visit } from '../doors.js';
import { renderForm } from '../form.js';
import { narrowPage } from '../layout.js';
import { safeNext } from '../next.js';
import { attempt, type Problem } from '../problem.js';
import { checkForm, type Sent } from '../read-form.js';
import { page } from '../reply.js';

/** A confirmation has nothing to fill in. */
const confirmation = z.strictObject({ next: z.string().optional() });

/** `/register` where the host's app knows who is logged in: one button makes its user an owner here. */
export async function hostRegisterPage(
  house: House,
  visit: Visit,
  next: string | undefined,
  problem?: Problem,
): Promise<Reply> {
  const user = await hostUser(house, visit);
  if (!user) return nobodyPage(visit.base, 200);
  const form = renderForm({
    id: 'confirm',
    action: `${visit.base}/register`,
    fields: [],
    submit: `Continue as ${user.name} (${user.email})`,
    hidden: { next },
    problem,
  });
  const body = html`<h1>Start with Askwell</h1>
<p class="lead">You are logged in already, so there is no new password to think of. Your polls, quizzes and forms will belong to this login.</p>
${form}`;
  return page(narrowPage(visit.base, 'Start with Askwell', body, problem !== undefined), problem ?? {});
}

/** Makes an account for the host's user who confirmed. */
export async function registerHostUser(house: House, visit: Visit, sent: Sent): Promise<Reply> {
  const user = await hostUser(house, visit);
  if (!user) return nobodyPage(visit.base, 403);
  return attempt(
    async () => {
      const { next } = checkForm(confirmation, sent);
      await house.accounts.registerHostUser(user);
      return seeOther(safeNext(next) ?? `${visit.base}/dashboard`);
    },
    (problem) => hostRegisterPage(house, visit, safeNext(sent.values['next']), problem),
  );
}

/** `/login` where the host's app does the logging in. */
export async function hostLoginPage(
  house: House,
  visit: Visit,
  next: string | undefined,
  status = 200,
): Promise<Reply> {
  const user = await hostUser(house, visit);
  if (!user) return nobodyPage(visit.base, status);
  const register = `${visit.base}/register${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  const body = html`<h1>One step to go</h1>
<p class="lead">You are logged in as ${user.name}. Confirm that you want to use Askwell with this login, and you are in.</p>
<p class="actions"><a class="button primary" href="${register}">Continue</a></p>`;
  return page(narrowPage(visit.base, 'Log in', body), { status });
}

function nobodyPage(base: string, status: number): Reply {
  const body = html`<h1>Log in to the app first</h1>
<p class="lead">This service knows you by your login to the app it belongs to, and nobody is logged in there now. Log in to the app, then come back to this page.</p>`;
  return page(narrowPage(base, 'Log in', body), { status });
}

async function hostUser({ hostSession }: House, { exchange }: Visit): Promise<HostUser | null> {
  return hostSession ? hostSession({ headers: exchange.headers(), request: exchange.raw }) : null;
}
