import type { Field, FieldOptionDraft, NextRuleDraft, ScaleLabelsDraft, SilentField } from './resources.js';

export type FieldType = Field['type'];

/** The field of a type. */
export type FieldOf<Type extends FieldType, Any extends Field = Field> = Any extends Field
  ? Type extends Any['type']
    ? Any
    : never
  : never;

type Listed = 'options' | 'rows';
type Labelled = 'labels';
type Leading = 'next';

/** A field in a request: absent members and null mean their defaults. */
export type DraftOf<Any extends Field> = Any extends Field
  ? { type: Any['type']; id?: string | undefined } & (Any extends SilentField
      ? { label?: string | undefined }
      : { label: string }) & {
        [Member in Exclude<keyof Any, 'type' | 'id' | 'label' | Listed | Labelled | Leading>]?:
          | Any[Member]
          | null
          | undefined;
      } & { [Member in Extract<keyof Any, Listed>]: FieldOptionDraft[] } & {
        [Member in Extract<keyof Any, Labelled>]?: ScaleLabelsDraft | null | undefined;
      } & {
        [Member in Extract<keyof Any, Leading>]?: NextRuleDraft[] | null | undefined;
      }
  : never;
