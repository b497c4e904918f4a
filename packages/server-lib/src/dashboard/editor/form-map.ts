import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { PathCounts } from '../../kinds/form/path-counts.js';
import type { Issue } from '../../shared/faults/fault.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { count } from '../components.js';
import { number } from '../numbers.js';
import { shortLabel } from './describe-conditions.js';
import { fieldId, type LogicNames } from './draft-conditions.js';
import { jumpText } from './logic-entries.js';
import { pagesIn, targetText } from './logic-parts.js';
import { warningText } from './logic-warnings.js';
import { itemsOf, textOf } from './render-member.js';

/** A box of the map: a page or an ending. */
interface Box {
  readonly id: string;
  readonly title: string;
  readonly facts: string;
  /** The number of submissions that reached it. Null if none are counted. */
  readonly submissions: number | null;
  readonly href: string;
  /** Whether no answers lead to it. */
  readonly isUnreachable: boolean;
  /** The jumps from the box. */
  readonly jumps: readonly Jump[];
  /** Where else submissions went from the box. */
  readonly others: readonly string[];
}

interface Jump {
  readonly to: string;
  readonly text: string;
  /** The share of all submissions that took a jump from this box to this target. Null if none are counted. */
  readonly share: number | null;
}

/** An arrow from a box to a later one, in a lane beside the boxes. */
interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly share: number | null;
}

/** The maximum number of arrows beside each other. The texts name all jumps. */
const maxLanes = 6;

/** The space between arrows, in pixels. */
const laneWidth = 14;

/** The width of an arrow that no submission took, and of one that all took, in pixels. */
const [thin, thick] = [1.5, 7];

/**
 * A list of the pages and endings, with arrows for the jumps. Null if there is only one page and no ending.
 *
 * @param paths The paths of submissions through the published form. Null if they are not known.
 */
export function formMap(
  draft: JsonObject,
  names: LogicNames,
  warnings: readonly Issue[],
  paths: PathCounts | null,
): Html | null {
  const counted = paths !== null && paths.submissions > 0 ? paths : null;
  const boxes = boxesOf(draft, names, warnings, counted);
  if (boxes.length < 2) return null;
  const arrows = arrowsOf(boxes);
  const lanes = Math.max(0, ...arrows.map(({ lane }) => lane + 1));
  return html`<section class="map" id="map" aria-labelledby="map-title"><h2 id="map-title">Pages and endings</h2>${counted && html`<p class="help">With the paths of the newest ${answers(counted.submissions)}, by the published conditions.</p>`}<ol class="map-list">${boxes.map(
    (box, index) =>
      html`<li>${lanes > 0 && lines(arrows, index, lanes)}<div class="map-box${box.isUnreachable && ' unreachable'}"><a href="#${box.href}" dir="auto">${box.title}</a> <span class="map-facts">${box.facts}${box.submissions !== null && `, ${answers(box.submissions)}`}</span>${box.isUnreachable && warningText('No answers lead here.')}${
        box.jumps.length + box.others.length > 0 &&
        html`<ul>${[...box.jumps.map(({ text }) => text), ...box.others].map((text) => html`<li dir="auto">${text}</li>`)}</ul>`
      }</div></li>`,
  )}</ol></section>`;
}

const answers = (n: number) => count(n, 'answer', 'answers');

function boxesOf(
  draft: JsonObject,
  names: LogicNames,
  warnings: readonly Issue[],
  counted: PathCounts | null,
): readonly Box[] {
  const unreachable = new Set(
    warnings.flatMap(({ path, code }) => (/^unreachable_(page|ending)$/.test(code) ? [path] : [])),
  );
  const pages = pagesIn(draft).map(({ field, title, first, fields }): Box => {
    const start = field ?? fields[0];
    const id = field ? fieldId(field) : '';
    return {
      id,
      title: `${title.charAt(0).toUpperCase()}${shortLabel(title.slice(1))}`,
      facts: count(fields.length, 'field', 'fields'),
      href: `field-${start ? fieldId(start) : first}`,
      isUnreachable: unreachable.has(`fields.${first}`),
      submissions: counted && stepsFrom(counted, id).reduce((sum, step) => sum + step.count, 0),
      ...routesOf(draft, names, { id, rules: itemsOf(field?.['next']) }, counted),
    };
  });
  const endings = itemsOf(draft['endings']).map(
    (ending, index): Box => ({
      id: fieldId(ending),
      title: shortLabel(textOf(ending['title'])),
      facts: ending['outcome'] === 'disqualified' ? 'Ending, does not count' : 'Ending',
      href: `m-endings-${index}`,
      isUnreachable: unreachable.has(`endings.${index}`),
      submissions: counted && (counted.endings.find(({ id }) => id === fieldId(ending))?.count ?? 0),
      jumps: [],
      others: [],
    }),
  );
  return [...pages, ...endings];
}

const stepsFrom = ({ steps }: PathCounts, id: string) => steps.filter(({ from }) => from === id);

/** Returns the jumps of a page, and where else submissions went. The last of several jumps to a target has their number. */
function routesOf(
  draft: JsonObject,
  names: LogicNames,
  { id, rules }: { readonly id: string; readonly rules: readonly JsonObject[] },
  counted: PathCounts | null,
): Pick<Box, 'jumps' | 'others'> {
  const steps = counted ? stepsFrom(counted, id) : [];
  const targets = rules.map(({ to }) => textOf(to));
  const jumps = rules.map((rule, index): Jump => {
    const to = textOf(rule['to']);
    const text = jumpText(draft, names, rule);
    if (!counted) return { to, text, share: null };
    const taken = steps.find((step) => step.to === to)?.count ?? 0;
    const share = taken / counted.submissions;
    const isLast = targets.lastIndexOf(to) === index;
    const isOnly = targets.indexOf(to) === index;
    return { to, text: isLast ? `${text}: ${isOnly ? '' : 'together '}${answers(taken)}` : text, share };
  });
  const others = steps.filter(({ to }) => !targets.includes(to)).sort((one, other) => other.count - one.count);
  // The number of a page with one way on is the number of its way on.
  if (jumps.length === 0 && others.length < 2) return { jumps, others: [] };
  return { jumps, others: others.map(({ to, count }) => `On to ${targetText(draft, to)}: ${answers(count)}`) };
}

/** Gives each jump the first lane that is free between its boxes. */
function arrowsOf(boxes: readonly Box[]): readonly Arrow[] {
  const arrows: Arrow[] = [];
  boxes.forEach(({ jumps }, from) => {
    for (const [target, share] of new Map(jumps.map((jump) => [jump.to, jump.share]))) {
      const to = target === submitTarget ? -1 : boxes.findIndex(({ id }, index) => index > from && id === target);
      if (to === -1) continue;
      const taken = new Set(arrows.filter((arrow) => arrow.from < to && arrow.to > from).map(({ lane }) => lane));
      const lane = Array.from({ length: maxLanes }, (_, at) => at).find((at) => !taken.has(at));
      if (lane !== undefined) arrows.push({ from, to, lane, share });
    }
  });
  return arrows;
}

/** The parts of the arrows beside one box. Percentages follow its height. */
function lines(arrows: readonly Arrow[], index: number, lanes: number): Html {
  const width = lanes * laneWidth + 8;
  const parts = arrows.map(({ from, to, lane, share }) => {
    if (index < from || index > to) return null;
    const x = width - 8 - (lane + 1) * laneWidth + laneWidth / 2;
    const stroke = share !== null && html` stroke-width="${number(thin + (thick - thin) * share)}"`;
    const [top, bottom] = [index === from ? '50%' : '0', index === to ? '50%' : '100%'];
    return html`<g${stroke}><line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>${
      (index === from || index === to) && html`<line x1="${x}" x2="${width}" y1="50%" y2="50%"/>`
    }</g>${
      index === to &&
      html`<svg x="${width - 6}" y="50%" width="6" height="8" overflow="visible"><path d="M0 -4 6 0 0 4"/></svg>`
    }`;
  });
  return html`<svg class="map-lines" width="${width}" aria-hidden="true" focusable="false">${parts}</svg>`;
}
