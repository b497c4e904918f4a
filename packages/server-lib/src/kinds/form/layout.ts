import type { ImageField, PlainField, SilentField, VideoField } from '../../shared/contract/resources.js';
import { type FieldTypeDefinition, singleColumnType } from './field-type.js';

/**
 * The defaults of types that structure a form and accept no answers. Check `takesAnswers` before calling `summarize`.
 */
const layoutBase = {
  ...singleColumnType,
  takesAnswers: false,
  isPublic: false,
  check: () => undefined,
  csvColumns: () => [],
  csvCells: () => [],
  summarize(): never {
    throw new Error('Fields that accept no answers have no summary.');
  },
};

export const headingType: FieldTypeDefinition<PlainField> = {
  ...layoutBase,
  complete: (_draft, head) => ({ ...head, type: 'heading' }),
};

export const imageType: FieldTypeDefinition<ImageField> = {
  ...layoutBase,
  complete: ({ image_url }, head) => ({ ...head, type: 'image', image_url: image_url ?? null }),
};

export const videoType: FieldTypeDefinition<VideoField> = {
  ...layoutBase,
  complete: ({ video_url, image_url }, head) => ({
    ...head,
    type: 'video',
    video_url: video_url ?? null,
    image_url: image_url ?? null,
  }),
};

/** A page break. */
export const pageType: FieldTypeDefinition<SilentField> = {
  ...layoutBase,
  complete: ({ next }, head) => ({
    ...head,
    type: 'page',
    ...(next?.length ? { next: next.map(({ when, to }) => (when ? { when, to } : { to })) } : {}),
  }),
};
