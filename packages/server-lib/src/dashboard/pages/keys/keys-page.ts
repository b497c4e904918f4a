import { z } from 'zod';
import type { House } from '../../../assemble-services.js';
import { AskwellError } from '../../../errors.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { parseId } from '../../../validation/id.js';
import { baseUrl } from '../../../web/base-url.js';
import { firstCall } from '../../first-call.js';
import { attempt, type Problem } from '../../form-error.js';
import type { Doors, OwnerVisit } from '../../guards.js';
import { ownerPage } from '../../layout.js';
import { withNotice } from '../../notice.js';
import { page } from '../../page-reply.js';
import { checkForm, nothingSent, type Sent } from '../../read-form.js';
import { allSites } from '../sites/all-sites.js';
import { keysView, madeView } from './keys-view.js';

const noFields = z.strictObject({});
/** What the key itself may be is the keys' own matter; here only the form's shape. */
const keyForm = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  site_id: z.string().optional(),
});

/** `/dashboard/keys`: the only place where keys are made and deleted. */
export function keyRoutes(house: House, doors: Doors): PageEndpoint[] {
  async function show(visit: OwnerVisit, sent: Sent, problem?: Problem): Promise<Reply> {
    const [keys, sites] = await Promise.all([house.keys.list(visit.session), allSites(house, visit.session)]);
    const body = keysView({ base: visit.base, keys, sites, sent, problem });
    const isProblem = problem !== undefined;
    return page(ownerPage(visit, { title: 'API keys', place: 'keys', body, isProblem }), problem ?? {});
  }

  async function create(visit: OwnerVisit, sent: Sent): Promise<Reply> {
    const { name, description, site_id } = checkForm(keyForm, sent);
    const { raw } = await house.keys.create(
      visit.session,
      { name, description, site_id: siteOf(site_id) },
      house.clientOf(visit.exchange),
    );
    const body = madeView({ base: visit.base, name, raw, call: firstCall(baseUrl(house.place, visit.exchange)) });
    return page(ownerPage(visit, { title: 'Key created', place: 'keys', body, secret: true }), {
      status: 201,
      secret: true,
    });
  }

  return [
    {
      path: '/dashboard/keys',
      get: doors.lookAsOwner((visit) => show(visit, nothingSent)),
      post: doors.writeAsOwner((visit, sent) =>
        attempt(
          () => create(visit, sent),
          (problem) => show(visit, sent, problem),
        ),
      ),
    },
    {
      path: '/dashboard/keys/{id}/delete',
      post: doors.writeAsOwner(async ({ exchange, base, session, params }, sent) => {
        checkForm(noFields, sent);
        const id = parseId(params['id'] ?? '');
        if (id === undefined) throw new AskwellError('not_found');
        await house.keys.delete(session, id, house.clientOf(exchange));
        return seeOther(withNotice(`${base}/dashboard/keys`, 'key-deleted'));
      }),
    },
  ];
}

/** The empty choice is the whole account. */
function siteOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const id = parseId(text);
  if (id === undefined) throw invalidField('site_id', fault('unknown_site'));
  return id;
}
