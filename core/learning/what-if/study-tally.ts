export interface StudyFigures {
  /** Reviews of cards that had been learnt on an earlier day, and cards learnt. */
  reviews: number;
  new_cards: number;
  /** Over all days from the first to the last, with or without study. */
  reviews_per_day: number;
  /** The share of reviews in which the card was known; null without reviews. */
  retention: number | null;
  /** Cards learnt by the last day, from the beginning of the log on. */
  cards: number;
  /** The mean chance that one of them is recalled on the last day; null without cards. */
  recall: number | null;
  /** Cards times that chance: how many are known on the last day. */
  known: number;
}

const DAYS_PER_WEEK = 7;

/** 1970-01-05 was the first Monday. */
const FIRST_MONDAY = 4;

/** What is studied, from one day on if one is given; and what is known in the end. */
export class StudyTally {
  readonly #from: number | null;
  readonly #weeks = new Map<number, number>();
  #reviews = 0;
  #recalled = 0;
  #news = 0;
  #cards = 0;
  #known = 0;

  constructor(from: number | null) {
    this.#from = from;
  }

  #counts(day: number): boolean {
    return this.#from === null || day >= this.#from;
  }

  review(day: number, recalled: boolean): void {
    if (!this.#counts(day)) return;
    this.#reviews++;
    if (recalled) this.#recalled++;
    const week = mondayOf(day);
    this.#weeks.set(week, (this.#weeks.get(week) ?? 0) + 1);
  }

  introduce(day: number): void {
    if (this.#counts(day)) this.#news++;
  }

  /** A card that has been learnt, and the chance that it is recalled in the end. */
  end(recall: number): void {
    this.#cards++;
    this.#known += recall;
  }

  /** Reviews in the week that begins with this Monday. */
  inWeek(monday: number): number {
    return this.#weeks.get(monday) ?? 0;
  }

  figures(firstDay: number, lastDay: number): StudyFigures {
    return {
      reviews: this.#reviews,
      new_cards: this.#news,
      reviews_per_day: this.#reviews / Math.max(1, lastDay - firstDay + 1),
      retention: this.#reviews ? this.#recalled / this.#reviews : null,
      cards: this.#cards,
      recall: this.#cards ? this.#known / this.#cards : null,
      known: this.#known,
    };
  }
}

/** The Monday of a day's week, as day numbers. */
export const mondayOf = (day: number): number =>
  Math.floor((day - FIRST_MONDAY) / DAYS_PER_WEEK) * DAYS_PER_WEEK + FIRST_MONDAY;

/** The Mondays of the weeks from one day to another. */
export function mondays(firstDay: number, lastDay: number): number[] {
  const found: number[] = [];
  for (let monday = mondayOf(firstDay); monday <= lastDay; monday += DAYS_PER_WEEK) found.push(monday);
  return found;
}
