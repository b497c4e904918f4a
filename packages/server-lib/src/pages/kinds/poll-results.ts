import type { OptionResult, PollResults, PublicPoll, RankedResult } from '../../contract/resources.js';
import type { Localizer } from '../../messages/localizer.js';
import { defaultScale, type PollBody } from '../../polls/stored-poll.js';
import { type Html, html } from '../../web/html.js';
import { type Bar, bars, largest } from '../bars.js';

/** Renders the results of a poll, with the visitor's own choice marked. */
export function pollResults(localizer: Localizer, poll: PublicPoll, results: PollResults, own: PollBody | null): Html {
  if (results.ranked)
    return html`${rankedBars(localizer, results, results.ranked, own)}${pending(localizer, results)}${decision(localizer, results, results.ranked)}`;
  if (poll.type === 'rating') return ratingBars(localizer, poll, results, own);
  return html`${choiceBars(localizer, results, own)}${others(localizer, results)}`;
}

function choiceBars(localizer: Localizer, { options, votes_count }: PollResults, own: PollBody | null): Html {
  const max = largest(options.map(({ votes }) => votes));
  return bars(
    localizer,
    options.map((option) => ({
      ...share(localizer, option),
      isOwn: isChosen(option, own),
      leads: votes_count > 0 && option.votes === max,
    })),
  );
}

function share(
  { words, withLang, number, percent }: Localizer,
  option: Pick<OptionResult, 'label' | 'votes' | 'share'>,
): Bar {
  const figure = html`<bdi>${percent(option.share)}</bdi> <span class="count">${withLang(words.poll.count(option.votes, number(option.votes)))}</span>`;
  return { label: option.label, share: option.share, figure };
}

function others(localizer: Localizer, { others: writeIns, votes_count }: PollResults): Html | null {
  if (writeIns.length === 0) return null;
  const list = writeIns.map(({ text, votes }) =>
    share(localizer, { label: text, votes, share: votes_count === 0 ? 0 : votes / votes_count }),
  );
  return html`<h3>${localizer.withLang(localizer.words.results.others)}</h3>${bars(localizer, list)}`;
}

function ratingBars(localizer: Localizer, poll: PublicPoll, { options }: PollResults, own: PollBody | null): Html {
  const { words, withLang, number } = localizer;
  const { min, max } = poll.scale ?? defaultScale;
  const best = largest(options.map(({ average }) => (average ?? min) - min));
  return bars(
    localizer,
    options.map(({ id, label, votes, average = null }) => ({
      label,
      share: average === null ? 0 : (average - min) / (max - min),
      figure:
        average === null
          ? withLang(words.results.unrated)
          : withLang(words.results.ofScale(number(average), number(max))),
      detail: votes > 0 && withLang(words.poll.count(votes, number(votes))),
      isOwn: Object.hasOwn(own?.ratings ?? {}, id),
      leads: average !== null && average - min === best,
    })),
  );
}

function rankedBars(
  localizer: Localizer,
  { options }: PollResults,
  { winners }: RankedResult,
  own: PollBody | null,
): Html {
  const { words, withLang, number } = localizer;
  const max = largest(options.map(({ votes }) => votes));
  return bars(
    localizer,
    options.map((option) => {
      const isWinner = winners.includes(option.id);
      return {
        label: option.label,
        share: option.votes / max,
        figure: withLang(words.results.first(option.votes, number(option.votes))),
        badge: isWinner && withLang(words.results.winner),
        isOwn: own?.choices?.[0] === option.id,
        leads: isWinner,
      };
    }),
  );
}

function pending({ words, withLang }: Localizer, results: PollResults): Html | null {
  return results.pending ? html`<p class="muted">${withLang(words.results.pending)}</p>` : null;
}

/** The rounds of the instant runoff, collapsed. */
function decision(
  { words, withLang, number }: Localizer,
  { options }: PollResults,
  { rounds }: RankedResult,
): Html | null {
  if (rounds.length < 2) return null;
  const head = rounds.map((_, index) => html`<th scope="col">${withLang(words.results.round(number(index + 1)))}</th>`);
  const rows = options.map(({ id, label }) => {
    const cells = rounds.map(({ votes }) => html`<td>${Object.hasOwn(votes, id) ? number(votes[id] ?? 0) : '–'}</td>`);
    return html`<tr><th scope="row"><bdi>${label}</bdi></th>${cells}</tr>`;
  });
  return html`<details class="more"><summary>${withLang(words.results.rounds)}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${words.results.rounds}"><table class="rounds"><thead><tr><th scope="col">${withLang(words.results.option)}</th>${head}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function isChosen({ id }: { id: string }, own: PollBody | null): boolean {
  return own?.choices?.includes(id) ?? false;
}
