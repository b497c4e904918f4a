import type { Bar, Block, ResultsModel, Text } from '../../shared/presentation/results/blocks.js';

/** A part of results that fits on a screen. */
export interface Slide {
  /** The question. Null if the whole ask is one question. */
  readonly title: Text | null;
  /** The number of answers, and which part of a long list the slide has. */
  readonly details: readonly string[];
  readonly blocks: readonly Block[];
}

/** The maximum number of rows of a slide. Bars with images are higher. */
const maxRows = { bars: 8, compact: 12, stack: 4 };

/** Divides results into slides: one for each question, and several for a question with many options. */
export function slidesOf({ blocks }: Pick<ResultsModel, 'blocks'>): Slide[] {
  const slides: Slide[] = [];
  let loose: Block[] = [];
  const flush = () => {
    slides.push(...splitSlide({ title: null, details: [], blocks: loose }));
    loose = [];
  };
  for (const block of blocks) {
    if (block.type === 'section') {
      flush();
      const details = block.detail === undefined ? [] : [block.detail];
      slides.push(...splitSlide({ title: block.title, details, blocks: block.blocks }));
    } else if (block.type === 'rounds') {
      flush();
      slides.push({ title: null, details: [], blocks: [block] });
    } else loose.push(block);
  }
  flush();
  return slides;
}

/** Divides a slide whose rows do not fit on a screen. The other blocks are on the first one. */
function splitSlide({ title, details, blocks }: Slide): Slide[] {
  if (blocks.length === 0) return [];
  const long = blocks.findIndex((block) => rowsOf(block).length > limitOf(block));
  const block = blocks[long];
  if (!block) return [{ title, details, blocks }];
  const rows = rowsOf(block);
  // Parts of about the same length, so that the last one is not a single row.
  const size = Math.ceil(rows.length / Math.ceil(rows.length / limitOf(block)));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at): Slide => {
    const [from, to] = [at * size, Math.min(rows.length, (at + 1) * size)];
    const part = partOf(block, from, to);
    const before = at === 0 ? blocks.slice(0, long) : [];
    const after = to === rows.length ? blocks.slice(long + 1) : [];
    const range = `${from + 1}–${to} / ${rows.length}`;
    return { title, details: [...details, range], blocks: [...before, part, ...after] };
  });
}

function rowsOf(block: Block): readonly unknown[] {
  if (block.type === 'bars') return block.bars;
  return block.type === 'stack' ? block.rows : [];
}

function limitOf(block: Block): number {
  if (block.type !== 'bars') return maxRows.stack;
  return block.isCompact ? maxRows.compact : maxRows.bars;
}

function partOf(block: Block, from: number, to: number): Block {
  if (block.type === 'bars') {
    const bars: readonly Bar[] = block.bars.slice(from, to);
    return { ...block, bars };
  }
  return block.type === 'stack' ? { ...block, rows: block.rows.slice(from, to) } : block;
}
