import type { AnswerHead, Ask, AskDraft, AskStatus, Changes, VisitorDraft } from '../asks/ask-types.js';
import type { Timestamp } from '../http/response-types.js';

export type PollType = 'single' | 'multiple' | 'ranked' | 'rating';

/** The ends of a rating scale, both included. */
export interface Scale {
  min: number;
  max: number;
}

export interface PollOption {
  id: string;
  label: string;
  image_url: string | null;
  /** The option is full after so many votes. */
  max_votes: number | null;
}

/** An option as it is given: a bare label will do. */
export type PollOptionDraft =
  | string
  | {
      id?: string | undefined;
      label: string;
      image_url?: string | null | undefined;
      max_votes?: number | null | undefined;
    };

/** What `POST /api/v1/polls` takes. */
export interface PollDraft extends AskDraft {
  type?: PollType | undefined;
  options: PollOptionDraft[];
  min_choices?: number | null | undefined;
  max_choices?: number | null | undefined;
  scale?: Scale | null | undefined;
  /** Whether visitors may write in an answer of their own. */
  other?: boolean | undefined;
  /** Whether visitors see what others wrote in. */
  show_others?: boolean | undefined;
  shuffle?: boolean | undefined;
}

/** What `PATCH /api/v1/polls/{id}` takes: what is absent stays, null clears. */
export type PollChanges = Changes<PollDraft>;

export interface Poll extends Ask {
  type: PollType;
  options: PollOption[];
  min_choices: number | null;
  max_choices: number | null;
  scale: Scale | null;
  other: boolean;
  show_others: boolean;
  shuffle: boolean;
}

/** What `POST /api/v1/polls/{id}/votes` takes. */
export interface VoteDraft extends VisitorDraft {
  choices?: string[] | undefined;
  ratings?: Record<string, number> | undefined;
  other?: string | undefined;
}

/** A vote, as its owner reads it. */
export interface Vote extends AnswerHead {
  poll_id: string;
  choices: string[] | null;
  ratings: Record<string, number> | null;
  other: string | null;
}

/** A vote, as the visitor who cast it is told. */
export interface VoteReceipt extends Omit<Vote, 'voter_ref'> {
  /** Null unless this visitor may see them now. */
  results: PollResults | null;
}

export interface PollResults {
  poll_id: string;
  status: AskStatus;
  votes_count: number;
  options: OptionResult[];
  /** The most frequent write-ins, folded by case and spaces. */
  others: { text: string; votes: number }[];
  /** By UTC hours. */
  timeline: { at: Timestamp; count: number }[];
  ranked?: RankedResult;
  /** True where the newest votes are not counted yet. For visitors, in ranked polls with many votes. */
  pending?: boolean;
}

export interface OptionResult {
  id: string;
  label: string;
  /** First preferences when ranked, raters when rating. */
  votes: number;
  /** 0 to 1 of all votes. */
  share: number;
  /** With ratings alone; null while nobody rated. */
  average?: number | null;
  /** With ratings alone: how often each step of the scale was given. */
  histogram?: { value: number; count: number }[];
}

export interface RankedResult {
  winners: string[];
  rounds: { votes: Record<string, number>; eliminated: string | null; exhausted: number }[];
  borda: Record<string, number>;
}
