import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { submitTarget } from '../../shared/logic/limits.js';
import { count } from '../components.js';
import { shortLabel } from './describe-conditions.js';
import { fieldId, type LogicNames } from './draft-conditions.js';
import { jumpText } from './logic-entries.js';
import { pagesIn } from './logic-parts.js';
import { warningText } from './logic-warnings.js';
import { itemsOf, textOf } from './render-member.js';

/** A box of the map: a page or an ending. */
interface Box {
  readonly id: string;
  readonly title: string;
  readonly facts: string;
  readonly href: string;
  /** Whether no answers lead to it. */
  readonly isUnreachable: boolean;
  /** The jumps from the box. */
  readonly jumps: readonly { readonly to: string; readonly text: string }[];
}

/** An arrow from a box to a later one, in a lane beside the boxes. */
interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

/** The maximum number of arrows beside each other. The texts name all jumps. */
const maxLanes = 6;

/** The space between arrows, in pixels. */
const laneWidth = 14;

/** A list of the pages and endings, with arrows for the jumps. Null if there is only one page and no ending. */
export function formMap(draft: JsonObject, names: LogicNames, warnings: readonly Issue[]): Html | null {
  const boxes = boxesOf(draft, names, warnings);
  if (boxes.length < 2) return null;
  const arrows = arrowsOf(boxes);
  const lanes = Math.max(0, ...arrows.map(({ lane }) => lane + 1));
  return html`<section class="map" id="map" aria-labelledby="map-title"><h2 id="map-title">Pages and endings</h2><ol class="map-list">${boxes.map(
    (box, index) =>
      html`<li>${lanes > 0 && lines(arrows, index, lanes)}<div class="map-box${box.isUnreachable && ' unreachable'}"><a href="#${box.href}" dir="auto">${box.title}</a> <span class="map-facts">${box.facts}</span>${box.isUnreachable && warningText('No answers lead here.')}${
        box.jumps.length > 0 && html`<ul>${box.jumps.map(({ text }) => html`<li dir="auto">${text}</li>`)}</ul>`
      }</div></li>`,
  )}</ol></section>`;
}

function boxesOf(draft: JsonObject, names: LogicNames, warnings: readonly Issue[]): readonly Box[] {
  const unreachable = new Set(
    warnings.flatMap(({ path, code }) => (/^unreachable_(page|ending)$/.test(code) ? [path] : [])),
  );
  const pages = pagesIn(draft).map(({ field, title, first, fields }): Box => {
    const start = field ?? fields[0];
    return {
      id: field ? fieldId(field) : '',
      title: `${title.charAt(0).toUpperCase()}${shortLabel(title.slice(1))}`,
      facts: count(fields.length, 'field', 'fields'),
      href: `field-${start ? fieldId(start) : first}`,
      isUnreachable: unreachable.has(`fields.${first}`),
      jumps: itemsOf(field?.['next']).map((rule) => ({ to: textOf(rule['to']), text: jumpText(draft, names, rule) })),
    };
  });
  const endings = itemsOf(draft['endings']).map(
    (ending, index): Box => ({
      id: fieldId(ending),
      title: shortLabel(textOf(ending['title'])),
      facts: ending['outcome'] === 'disqualified' ? 'Ending, does not count' : 'Ending',
      href: `m-endings-${index}`,
      isUnreachable: unreachable.has(`endings.${index}`),
      jumps: [],
    }),
  );
  return [...pages, ...endings];
}

/** Gives each jump the first lane that is free between its boxes. */
function arrowsOf(boxes: readonly Box[]): readonly Arrow[] {
  const arrows: Arrow[] = [];
  boxes.forEach(({ jumps }, from) => {
    for (const target of new Set(jumps.map(({ to }) => to))) {
      const to = target === submitTarget ? -1 : boxes.findIndex(({ id }, index) => index > from && id === target);
      if (to === -1) continue;
      const taken = new Set(arrows.filter((arrow) => arrow.from < to && arrow.to > from).map(({ lane }) => lane));
      const lane = Array.from({ length: maxLanes }, (_, at) => at).find((at) => !taken.has(at));
      if (lane !== undefined) arrows.push({ from, to, lane });
    }
  });
  return arrows;
}

/** The parts of the arrows beside one box. Percentages follow its height. */
function lines(arrows: readonly Arrow[], index: number, lanes: number): Html {
  const width = lanes * laneWidth + 8;
  const parts = arrows.map(({ from, to, lane }) => {
    if (index < from || index > to) return null;
    const x = width - 8 - (lane + 1) * laneWidth + laneWidth / 2;
    const [top, bottom] = [index === from ? '50%' : '0', index === to ? '50%' : '100%'];
    return html`<line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>${
      (index === from || index === to) && html`<line x1="${x}" x2="${width}" y1="50%" y2="50%"/>`
    }${
      index === to &&
      html`<svg x="${width - 6}" y="50%" width="6" height="8" overflow="visible"><path d="M0 -4 6 0 0 4"/></svg>`
    }`;
  });
  return html`<svg class="map-lines" width="${width}" aria-hidden="true" focusable="false">${parts}</svg>`;
}
