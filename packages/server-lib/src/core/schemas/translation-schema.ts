import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { maxTranslationFile, translationFormats } from '../languages/translation-files.js';

const language = described(z.string(), 'The language tag, as in `languages`.');

/** How complete a translation is. */
export const translationStatusSchema = component(
  'TranslationStatus',
  z.object({
    language,
    translated: described(z.int().min(0), 'Number of texts with a translation.'),
    missing: described(
      z.int().min(0),
      'Number of texts without a translation. Visitors see them in the first language.',
    ),
    outdated: described(
      z.array(z.string()),
      'The paths of the translated texts that have changed in the first language since they were translated.',
    ),
  }),
  {
    description: 'How complete the translation of a poll, quiz or form into a language is.',
    examples: [{ language: 'de', translated: 11, missing: 1, outdated: ['fields.f1.label'] }],
  },
);

/** How complete the translations into all languages are. */
export const translationStatusList = component(
  'TranslationStatusList',
  z.object({ languages: described(z.array(translationStatusSchema), 'The languages after the first one.') }),
  { examples: [{ languages: [{ language: 'de', translated: 11, missing: 1, outdated: ['fields.f1.label'] }] }] },
);

const format = described(
  z.enum(translationFormats),
  'CSV with the columns `path`, `source` and `translation`, or XLIFF 2.1.',
);
const exampleContent = 'path,source,translation\r\ntitle,Contact,Kontakt\r\n';

/** The query of a file for translators. */
export const translationFileQuery = z.strictObject({ format: format.optional() });

/** A file for translators. */
export const translationFileSchema = component(
  'TranslationFile',
  z.object({
    language,
    format,
    filename: z.string(),
    content: described(z.string(), 'The whole file.'),
  }),
  {
    description: 'All texts of a poll, quiz or form with their translations into a language, for translators.',
    examples: [
      { language: 'de', format: 'csv', filename: 'form_e4u9i2o7l5z1x8c3v6mq-de.csv', content: exampleContent },
    ],
  },
);

/** The body of a request that imports a file. */
export const translationImport = component(
  'TranslationImport',
  z.strictObject({
    format,
    content: described(rawText(maxTranslationFile), 'The whole file, up to 1,000,000 characters.'),
  }),
  {
    description:
      'A file from a translator. Texts that the file does not have, or has without a translation, stay as they are.',
    examples: [{ format: 'csv', content: exampleContent }],
  },
);
