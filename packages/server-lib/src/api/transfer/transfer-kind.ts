import { Faults } from '../../base/faults/faults.js';
import { check } from '../../base/validation/check.js';
import { findExcess } from '../../base/validation/find-excess.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import { parseAsk } from '../../core/asks/ask-cache.js';
import type { AskContent, AskRow } from '../../core/asks/ask-queries.js';
import { checkImages, type ImageHosts } from '../../core/asks/image-hosts.js';
import { toContent } from '../../core/asks/update-ask.js';
import { toSharedDraft, validateDefinition } from '../../core/asks/validate-definition.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';

/** The rules of a kind for exports and imports that are not in its {@link KindDefinition}. */
export interface TransferRules<Own> {
  /** Returns the numbers of a definition that are not in drafts, such as the numbers of the next generated IDs. */
  numbersOf(own: Own): object;
  /**
   * Returns the definition with the numbers of an export.
   *
   * @throws AskwellError with the code `invalid` if they do not fit the definition.
   */
  withNumbers(own: Own, numbers: unknown): Own;
  /**
   * Checks the stored form of an answer. Accepts answers that were valid under an earlier version of the definition, as long as
   * they refer only to its current parts.
   */
  checkBody(own: Own, body: unknown, faults: Faults): void;
  /** Checks an answer to a question that was checked before its attempt was submitted. Only for quizzes. */
  checkQuestion?(own: Own, question: string, answer: unknown, faults: Faults): void;
  /** The options that the ballots of a ranked poll can contain. */
  ballotOptions(own: Own): readonly string[];
}

/** An ask of an export whose definition is valid. */
export interface ImportedAsk {
  readonly content: AskContent;
  /** Whether its answers are stored without the users who gave them. */
  readonly isAnonymous: boolean;
  /** Adds faults for the parts of unpublished changes that are too large to be saved. */
  checkDraft(draft: JsonObject, faults: Faults): void;
  /** Adds faults if the body cannot be an answer to this ask. */
  checkBody(body: unknown, faults: Faults): void;
  /** Adds faults if this cannot be a checked answer. */
  checkQuestion: ((question: string, answer: unknown, faults: Faults) => void) | undefined;
  readonly ballotOptions: ReadonlySet<string>;
}

/** A kind of asks, as exports and imports use it. */
export interface TransferKind {
  /** Returns the members of the line of an ask that depend on its kind. */
  describe(row: AskRow): { definition: object; numbers: object };
  /**
   * Validates the definition of an ask.
   *
   * @throws AskwellError with the code `invalid`.
   */
  parse(
    line: { readonly definition?: unknown; readonly numbers?: unknown },
    imageHosts: ImageHosts | undefined,
  ): ImportedAsk;
}

/** Creates the part of a kind that exports and imports use. */
export function createTransferKind<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  rules: TransferRules<Own>,
): TransferKind {
  return {
    describe(row) {
      const ask = parseAsk(row, kind.upgrade);
      return { definition: kind.toDraft(ask.own, toSharedDraft(ask)), numbers: rules.numbersOf(ask.own) };
    },

    parse({ definition, numbers }, imageHosts) {
      const draft = check(kind.draft, definition);
      const faults = new Faults();
      const valid = validateDefinition(kind, draft, undefined, faults);
      checkImages(valid.definition.own, undefined, imageHosts, faults);
      if (faults.any) throw faults.toError();
      const own = rules.withNumbers(valid.definition.own, numbers);
      const { checkQuestion } = rules;
      return {
        isAnonymous: valid.definition.terms.anonymous,
        content: toContent({ ...valid, definition: { ...valid.definition, own } }, draft.site_id ?? null),
        checkDraft: (changes, found) => findExcess(kind.draft, changes, found),
        checkBody: (body, bodyFaults) => rules.checkBody(own, body, bodyFaults),
        checkQuestion: checkQuestion && ((question, answer, found) => checkQuestion(own, question, answer, found)),
        ballotOptions: new Set(rules.ballotOptions(own)),
      };
    },
  };
}
