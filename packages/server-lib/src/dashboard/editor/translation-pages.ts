import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { translateTexts } from '../../core/languages/translate-texts.js';
import { maxTranslationFile, translationFormats } from '../../core/languages/translation-files.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Upload } from '../../http/parsers/multipart.js';
import { fileReply, seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { fault } from '../../shared/faults/fault.js';
import { findTexts, type TextPlace, textAt } from '../../shared/translations/text-shape.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { type FormError, showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { languagesOf, mostShownTexts, withTranslation } from './read-translation.js';
import { textShapes } from './text-shapes.js';
import { importProblem } from './translate-view.js';

const mediaTypes = { csv: 'text/csv; charset=utf-8', xliff: 'application/xliff+xml' };

/** `/dashboard/asks/{id}/translate/{language}/file` and `/import`: the files for translators. */
export function translationRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);
  const find = ({ session, params }: OwnerRequest) => asks.find(session, params['id'] ?? '');
  const idsOf = ({ params }: OwnerRequest) => ({ language: params['language'] ?? '' });

  const pathOf = (request: OwnerRequest, id: string) =>
    `${askPath(request.base, id, 'translate')}?item=${encodeURIComponent(idsOf(request).language)}`;

  async function download(request: OwnerRequest): Promise<PageReply> {
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

  async function importUpload(request: OwnerRequest, { field, content }: Upload): Promise<PageReply> {
    if (field !== 'file') throw invalidField(field, fault('unknown_field'));
    const ask = await find(request);
    const text = await textOf(content);
    const format = /^\uFEFF?\s*</.test(text) ? 'xliff' : 'csv';
    await ask.run(ask.operations.translations.update, { format, content: text }, idsOf(request));
    return seeOther(withNotice(pathOf(request, ask.id), 'translation-imported'));
  }

  async function showProblem(request: OwnerRequest, problem: FormError): Promise<PageReply> {
    const ask = await find(request);
    const body = importProblem(pathOf(request, ask.id), problem);
    return page(askPage(request, ask, { tab: 'translate', body, isProblem: true }), problem);
  }

  /** Adds translations by the function of the host to the changes that are not published. */
  async function translateMissing(request: OwnerRequest): Promise<PageReply> {
    const { translate } = services.options;
    const ask = await find(request);
    const { language } = idsOf(request);
    const { draft, revision } = await ask.workingCopy.open();
    const languages = languagesOf(draft);
    if (!translate || !languages.includes(language, 1)) throw new AskwellError('not_found');
    const places = findTexts(textShapes[ask.kind], draft);
    const isMissing = ({ keys }: TextPlace) => textAt(draft['translations'], [language, ...keys]) === undefined;
    const missing = places.filter(isMissing).slice(0, mostShownTexts);
    const { clock, logger } = services;
    const texts = await translateTexts({ translate, clock, logger }, missing, languages[0] ?? language, language);
    const added = new Map(missing.map(({ path }, at) => [path, texts[at] ?? '']));
    const definition = withTranslation(ask.kind, draft, language, (path) => added.get(path));
    await ask.run(ask.operations.workingCopy.update, { revision, definition });
    return seeOther(withNotice(pathOf(request, ask.id), 'texts-translated'));
  }

  const path = '/dashboard/asks/{id}/translate/{language}';
  return [
    { path: `${path}/file`, get: guards.getAsOwner(download) },
    {
      path: `${path}/missing`,
      post: guards.postAsOwner((request) =>
        showErrors(
          () => translateMissing(request),
          (problem) => showProblem(request, problem),
        ),
      ),
    },
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
