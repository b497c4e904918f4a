import { invalidField } from '../../base/faults/invalid-field.js';
import { maxTranslationFile, translationFormats } from '../../core/languages/translation-files.js';
import type { Reply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Upload } from '../../http/parsers/multipart.js';
import { fileReply, seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import { createOwnerAsks } from '../asks/owner-asks.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { importProblem } from './translate-view.js';

const mediaTypes = { csv: 'text/csv; charset=utf-8', xliff: 'application/xliff+xml' };

/** `/dashboard/asks/{id}/translate/{language}/file` and `/import`: the files for translators. */
export function translationRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = createOwnerAsks(services);
  const find = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');
  const idsOf = ({ params }: OwnerRequest) => ({ language: params['language'] ?? '' });

  async function download(request: OwnerRequest): Promise<Reply> {
    const ask = await find(request);
    const format = translationFormats.find((known) => known === queryParam(request, 'format')) ?? 'csv';
    const file = await ask.run(ask.operations.translations.get, { format }, idsOf(request));
    // Spreadsheets recognize UTF-8 by its mark.
    const content = format === 'csv' ? `\uFEFF${file.content}` : file.content;
    async function* body() {
      yield content;
    }
    return fileReply({ filename: file.filename, contentType: mediaTypes[format], body: body() });
  }

  async function importUpload(request: OwnerRequest, { field, content }: Upload): Promise<Reply> {
    if (field !== 'file') throw invalidField(field, fault('unknown_field'));
    const ask = await find(request);
    const text = await textOf(content);
    const format = /^\uFEFF?\s*</.test(text) ? 'xliff' : 'csv';
    await ask.run(ask.operations.translations.update, { format, content: text }, idsOf(request));
    const path = `${askPath(request.base, ask.id, 'translate')}?item=${encodeURIComponent(idsOf(request).language)}`;
    return seeOther(withNotice(path, 'translation-imported'));
  }

  async function showProblem(request: OwnerRequest, problem: FormError): Promise<Reply> {
    const ask = await find(request);
    const path = `${askPath(request.base, ask.id, 'translate')}?item=${encodeURIComponent(idsOf(request).language)}`;
    const body = importProblem(path, problem);
    return page(askPage(request, ask, { tab: 'translate', body, isProblem: true }), problem);
  }

  const path = '/dashboard/asks/{id}/translate/{language}';
  return [
    { path: `${path}/file`, get: guards.getAsOwner(download) },
    {
      path: `${path}/import`,
      post: guards.uploadAsOwner((request, upload) =>
        showErrors(
          () => importUpload(request, upload),
          (problem) => showProblem(request, problem),
        ),
      ),
    },
  ];
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of content) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxTranslationFile) throw invalidField('file', fault('too_long', { max: maxTranslationFile }));
  }
  return text + decoder.decode();
}
