import { z } from 'zod';
import { formatTimestamp, type Micros } from '../../base/clock.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { type Html, html } from '../../base/html.js';
import { parseId } from '../../base/validation/id.js';
import { parseTime } from '../../base/validation/time.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { type KeyPermissions, keyPermissions } from '../../owners/keys/key-permissions.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { code, pageHeading, secretOnce } from '../components.js';
import { developersNav } from '../developers/developers-nav.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { firstCall, readCall } from '../home/first-call.js';
import { ownerPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, formText } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { emptyForm, type SubmittedForm } from '../submitted-form.js';
import { keysView } from './keys-view.js';

const day: Micros = 86_400_000_000;

const noFields = z.strictObject({});
/** Only the fields of the form. The operation validates their values. */
const keyForm = z.strictObject({
  name: formText,
  description: formText.optional(),
  site_id: formText.optional(),
  permissions: z.enum(keyPermissions).optional(),
  expires: formText.optional(),
  date: formText.optional(),
});

/** `/dashboard/keys`: list, create and delete API keys. */
export function keyRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { keys: keyOperations } = services.sessionOperations;

  async function show(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<PageReply> {
    const [keys, sites] = await Promise.all([request.run(keyOperations.list, {}), allSites(services, request)]);
    const now = formatTimestamp(services.clock.now());
    const body = keysView({ base: request.base, keys, sites, now, form, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'API keys', entry: 'developers', body, isProblem }), problem ?? {});
  }

  async function create(request: OwnerRequest, form: SubmittedForm): Promise<PageReply> {
    const { name, description, site_id, permissions = 'all', expires, date } = checkForm(keyForm, form);
    const { raw: key } = await request.run(keyOperations.create, {
      name,
      description,
      site_id: parseSiteId(site_id),
      permissions,
      expires_at: parseExpiry({ expires, date }, services.clock.now()),
    });
    const url = baseUrl(services.urls, request.exchange);
    const body = createdKeyView({ base: request.base, name, key, permissions, url });
    return page(ownerPage(request, { title: 'Key created', entry: 'developers', body, showsSecret: true }), {
      status: 201,
      showsSecret: true,
    });
  }

  return [
    {
      path: '/dashboard/keys',
      get: guards.getAsOwner((request) => show(request, emptyForm)),
      post: guards.postAsOwner((request, form) =>
        showErrors(
          () => create(request, form),
          (problem) => show(request, form, problem),
        ),
      ),
    },
    {
      path: '/dashboard/keys/{id}/delete',
      post: guards.postAsOwner(async (request, form) => {
        await request.run(keyOperations.delete, checkForm(noFields, form));
        return seeOther(withNotice(`${request.base}/dashboard/keys`, 'key-deleted'));
      }),
    },
  ];
}

/** Returns the ID of the selected site, or null for the whole account. */
function parseSiteId(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const id = parseId(text);
  if (id === undefined) throw invalidField('site_id', fault('unknown_site'));
  return id;
}

/** The data of the page that shows a new key. */
interface CreatedKeyView {
  readonly base: string;
  readonly name: string;
  readonly key: string;
  readonly permissions: KeyPermissions;
  /** The public URL of the server. */
  readonly url: string;
}

/** The only page that shows the key itself. */
function createdKeyView({ base, name, key, permissions, url }: CreatedKeyView): Html {
  return html`${developersNav(base, 'keys', false)}
${pageHeading('API key created', html`“${name}” is ready to use.`)}
${secretOnce({
  id: 'raw-key',
  label: 'API key',
  secret: key,
  what: 'the key',
  warning: 'Copy this key now. It will not be shown again. If you lose it, delete it and create another one.',
})}
<section class="section">
<h2>${permissions === 'all' ? 'Create your first poll' : 'Try it'}</h2>
<p>Set the environment variable ASKWELL_KEY to the key. ${permissions === 'all' ? 'The request creates a poll, and its response contains the ID of the poll.' : 'The request returns your newest polls.'}</p>
${code('call', permissions === 'all' ? firstCall(url) : readCall(url))}
</section>
<p class="actions"><a class="button" href="${base}/dashboard/keys">Done</a></p>`;
}

/** The fields of the form that say when a key expires. */
interface ExpiryFields {
  /** Empty for never, a number of days, or `date`. */
  readonly expires?: string | undefined;
  /** The date on which the key expires. */
  readonly date?: string | undefined;
}

/**
 * Returns when a key expires; null if it never does. A date without its choice is refused: a browser that shows the field with every
 * choice would send both.
 *
 * @throws AskwellError with the code `invalid`.
 */
function parseExpiry({ expires = '', date = '' }: ExpiryFields, now: Micros): Timestamp | null {
  if (expires === '30' || expires === '90' || expires === '365') {
    if (date !== '') throw invalidField('date', fault('period_and_date'));
    return formatTimestamp(now + Number(expires) * day);
  }
  if (expires !== '' && expires !== 'date') throw invalidField('expires', fault('invalid_value'));
  if (expires === '') {
    if (date !== '') throw invalidField('date', fault('period_and_date'));
    return null;
  }
  if (date === '') throw invalidField('date', fault('required'));
  const at = parseTime(`${date}T00:00:00Z`);
  if (at === undefined) throw invalidField('date', fault('invalid_date'));
  if (at <= now) throw invalidField('date', fault('not_in_future'));
  return formatTimestamp(at);
}
