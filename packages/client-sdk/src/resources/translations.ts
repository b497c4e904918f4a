import type {
  AskId,
  AskKind,
  TranslationFile,
  TranslationImport,
  TranslationStatus,
  TranslationStatusList,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { CallOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Reads and imports the translations of a poll, quiz or form, as files for translators. */
export class Translations<Kind extends AskKind> {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /**
   * Returns how complete the translations into the languages after the first one are.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  status(askId: AskId<Kind, unknown>, options?: CallOptions): Call<TranslationStatusList> {
    return this.#transport.get([this.#plural, askId, 'translations'], options);
  }

  /**
   * Returns a file with all texts that visitors see and their translations into a language.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param language One of its `languages` after the first one.
   * @param choice The format. Default: CSV.
   *
   * @example
   * const { filename, content } = await askwell.forms.translations.get(form.id, 'de', { format: 'xliff' });
   */
  get(
    askId: AskId<Kind, unknown>,
    language: string,
    choice?: { format?: TranslationFile['format'] },
    options?: CallOptions,
  ): Call<TranslationFile> {
    return this.#transport.get([this.#plural, askId, 'translations', language], options, choice);
  }

  /**
   * Imports a file from a translator, completely or not at all. Texts that the file does not have stay as they are.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param language One of its `languages` after the first one.
   * @throws {@link ValidationError} if the file is not valid. The issues have the line and the column.
   *
   * @example
   * await askwell.forms.translations.update(form.id, 'de', { format: 'csv', content });
   */
  update(
    askId: AskId<Kind, unknown>,
    language: string,
    file: TranslationImport,
    options?: UpdateOptions,
  ): Call<TranslationStatus> {
    return this.#transport.patch([this.#plural, askId, 'translations', language], file, options);
  }
}
