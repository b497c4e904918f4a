import { z } from 'zod';
import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Upload } from '../../http/parsers/multipart.js';
import { fileReply, jsonLinesFile } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import { showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import type { ShowAccount } from './show-account.js';

const importForm = z.strictObject({ ids: z.enum(['keep', 'renew']) });

/** The export of an account, and the form that imports one. */
export function transferRoutes(services: Services, guards: Guards, show: ShowAccount): PageEndpoint[] {
  /** One export of an account runs at a time, as in the API. */
  function downloadExport({ exchange, session }: OwnerRequest): Promise<Reply> {
    const { transfer, heavyRequests, clientKeyOf } = services;
    return heavyRequests.run('export', session.scope.account, exchange, async () =>
      fileReply(jsonLinesFile(transfer.fileName(), transfer.export(session.scope, clientKeyOf(exchange)))),
    );
  }

  async function importUpload(request: OwnerRequest, { fields, field, content }: Upload): Promise<Reply> {
    if (field !== 'file') throw invalidField(field, fault('unknown_field'));
    const { ids } = check(importForm, fields);
    const client = services.clientKeyOf(request.exchange);
    const imported = await services.transfer.import(request.session.scope, content, ids, client);
    return show(request, { transfer: { imported, ids } });
  }

  return [
    { path: '/dashboard/account/export', get: guards.getAsOwner(downloadExport) },
    {
      path: '/dashboard/account/import',
      post: guards.uploadAsOwner((request, upload) =>
        showErrors(
          () => importUpload(request, upload),
          (problem) => show(request, { transfer: { problem, ids: upload.fields['ids'] ?? '' } }, problem),
        ),
      ),
    },
  ];
}
