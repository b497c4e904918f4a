import { z } from 'zod';
import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { parseId } from '../../base/validation/id.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { keyPermissions } from '../../owners/keys/key-permissions.js';
import { fault } from '../../shared/faults/fault.js';
import { baseUrl } from '../../web/ui/base-url.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { ownerPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { checkForm, emptyForm, formText, type SubmittedForm } from '../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { createdKeyView } from './created-key-view.js';
import { keysView } from './keys-view.js';
import { parseExpiry } from './parse-expiry.js';

const noFields = z.strictObject({});
/** Only the fields of the form. The key service validates their values. */
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
  async function show(request: OwnerRequest, form: SubmittedForm, problem?: FormError): Promise<Reply> {
    const [keys, sites] = await Promise.all([services.keys.list(request.session), allSites(services, request)]);
    const now = formatTimestamp(services.clock.now());
    const body = keysView({ base: request.base, keys, sites, now, form, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(request, { title: 'API keys', entry: 'developers', body, isProblem }), problem ?? {});
  }

  async function create(request: OwnerRequest, form: SubmittedForm): Promise<Reply> {
    const { name, description, site_id, permissions = 'all', expires, date } = checkForm(keyForm, form);
    const { raw: key } = await services.keys.create(
      request.session,
      {
        name,
        description,
        site_id: parseSiteId(site_id),
        permissions,
        expires_at: parseExpiry({ expires, date }, services.clock.now()),
      },
      services.clientKeyOf(request.exchange),
    );
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
      post: guards.postAsOwner(async ({ exchange, base, session, params }, form) => {
        checkForm(noFields, form);
        const id = parseId(params['id'] ?? '');
        if (id === undefined) throw new AskwellError('not_found');
        await services.keys.delete(session, id, services.clientKeyOf(exchange));
        return seeOther(withNotice(`${base}/dashboard/keys`, 'key-deleted'));
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
