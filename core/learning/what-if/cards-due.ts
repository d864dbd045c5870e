import type { Memory } from '../memory/memory.ts';

export interface CardsDue {
  cards: number;
  /** Cards whose due day has passed. */
  overdue: number;
  /** Cards due on the day itself, the day after, and so on; each card once, on its next due day. */
  by_day: number[];
  /** Cards due after these days. */
  later: number;
  /** Σ 1 / interval: what the cards ask for a day as long as nothing is forgotten or new. */
  daily_load: number;
}

/** When cards are due, as seen on one day. */
export class DueCount {
  readonly #day: number;
  readonly #due: CardsDue;

  constructor(day: number, days: number) {
    this.#day = day;
    this.#due = { cards: 0, overdue: 0, by_day: Array<number>(days).fill(0), later: 0, daily_load: 0 };
  }

  add({ dueDay, anchorDay }: Memory): void {
    const due = this.#due;
    const ahead = dueDay - this.#day;
    due.cards++;
    if (ahead < 0) due.overdue++;
    else if (ahead < due.by_day.length) due.by_day[ahead]!++;
    else due.later++;
    due.daily_load += 1 / Math.max(1, dueDay - anchorDay);
  }

  result(): CardsDue {
    return this.#due;
  }
}
