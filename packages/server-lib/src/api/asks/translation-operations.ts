import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { objectParameter, optionalParameter } from '../../base/validation/call-checks.js';
import { check } from '../../base/validation/check.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { kindWords } from '../../core/kind-words.js';
import { readTranslationFile, writeTranslationFile } from '../../core/languages/translation-files.js';
import { textsOf, translationStatus } from '../../core/languages/translation-status.js';
import { translationBodyLimit } from '../../core/limits.js';
import { maxLocaleLength } from '../../core/schemas/ask-schema.js';
import {
  translationFileQuery,
  translationFileSchema,
  translationImport,
  translationStatusList,
  translationStatusSchema,
} from '../../core/schemas/translation-schema.js';
import { resourceResponse } from '../../http/operation-docs.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskDraft, TranslationImport } from '../../shared/contract/resources.js';
import { defineOperation, noInput, type Target } from '../operations/operation.js';
import { askTarget } from './ask-target.js';

/** A translation of an ask. */
export interface OwnedTranslation<Own> extends OwnedAsk<Own> {
  readonly language: string;
}

const languageId = rawText(maxLocaleLength);
const languageIdParam = languageId.register(documented, {
  ...documented.get(languageId),
  description: 'One of the `languages` after the first one.',
  examples: ['de'],
});

/** The number of times an import is repeated when the ask is changed at the same time. */
const maxAttempts = 5;

/** Returns what an owner can do with the translations of an ask. */
export function translationOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  const { kind, asks } = services;
  const { One } = kindWords[kind.name];
  const all = askTarget(services, '/translations');
  const one: Target<OwnedTranslation<Own>> = {
    path: `${all.path}/{language}`,
    params: { ...all.params, language: languageIdParam },
    async find(scope, params) {
      const owned = await all.find(scope, params);
      const language = owned?.ask.terms.languages.find((tag, at) => at > 0 && tag === params['language']);
      return owned && language !== undefined ? { ...owned, language } : undefined;
    },
  };
  /** Imports a file into a version of an ask. Throws `precondition_failed` if the ask was changed since. */
  async function importFile(scope: Scope, ask: StoredAsk<Own>, language: string, file: TranslationImport) {
    const faults = new Faults();
    const { translation, sources } = readTranslationFile(file, ask, textsOf(kind, ask), language, faults);
    if (faults.any) throw faults.toError();
    const translations = { ...ask.terms.translations, [language]: translation };
    const translatedFrom = { language, sources };
    await asks.update(scope, ask, check(kind.changes, { translations }), true, { translatedFrom });
  }

  async function findAgain(scope: Scope, ask: StoredAsk<Own>): Promise<StoredAsk<Own>> {
    const current = await asks.find(scope, asks.wireId(ask));
    if (!current) throw new AskwellError('not_found');
    return current.ask;
  }

  return {
    status: defineOperation({
      method: 'GET',
      target: all,
      doc: {
        id: `get${One}TranslationStatus`,
        summary: 'Get how complete the translations are',
        responses: [resourceResponse(translationStatusList)],
      },
      effect: 'read',
      input: noInput,
      async run({ found: { ask } }) {
        const texts = textsOf(kind, ask);
        const languages = ask.terms.languages.slice(1);
        return { data: { languages: languages.map((language) => translationStatus(texts, ask.terms, language)) } };
      },
    }),

    get: defineOperation({
      method: 'GET',
      target: one,
      doc: {
        id: `get${One}Translation`,
        summary: 'Get a file for translators',
        description: 'All texts that visitors see, with their translations into a language.',
        responses: [resourceResponse(translationFileSchema)],
      },
      effect: 'read',
      input: translationFileQuery,
      argument: {
        parameter: optionalParameter(objectParameter('options')),
        toInput: (options = {}) => Object(options),
      },
      async run({ found: { ask, language } }, { format = 'csv' }) {
        return { data: { language, format, ...writeTranslationFile(format, ask, textsOf(kind, ask), language) } };
      },
    }),

    update: defineOperation({
      method: 'PATCH',
      target: one,
      doc: {
        id: `update${One}Translation`,
        summary: 'Import a file from a translator',
        description:
          'Imports everything or, if a part of the file is not valid, nothing. The errors have the line and the column. Texts that have changed since the file was written are outdated after the import.',
        responses: [resourceResponse(translationStatusSchema)],
      },
      effect: 'write',
      input: translationImport,
      bodyLimit: translationBodyLimit,
      // The whole definition is checked.
      weight: () => 'job',
      versionOf: ({ ask }) => ask.version,
      async run({ scope, found, onlyVersion }, file) {
        let { ask } = found;
        for (let attempt = 1; ; attempt++) {
          try {
            await importFile(scope, ask, found.language, file);
            break;
          } catch (error) {
            const isStale = error instanceof AskwellError && error.code === 'precondition_failed';
            if (!isStale || onlyVersion !== null || attempt === maxAttempts) throw error;
          }
          ask = await findAgain(scope, ask);
        }
        const imported = await findAgain(scope, ask);
        return { data: translationStatus(textsOf(kind, imported), imported.terms, found.language) };
      },
    }),
  };
}
