/** When a recall card comes back. Days are whole numbers: days since 1970-01-01 in the learner's own calendar. */

export interface CalendarDay {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  /** 1 to 31 */
  readonly day: number;
}

export interface ReviewCard {
  /** Intervals passed, 0 to 5: the next interval is 1, 3, 7, 14 or 30 days; after the last it stays 30. */
  readonly stage: number;
  /** Day on which it is due. */
  readonly due: number;
  /** Day of the last review that counted; nothing for a new card. */
  readonly last?: number | undefined;
  readonly reviews: number;
  readonly misses: number;
}

export interface Reviews {
  /** A card as it stands when the lesson was completed on that day: due the day after. */
  start(inputs: { readonly day: number }): ReviewCard;
  /** The card after a review on that day. */
  next(inputs: {
    readonly card: ReviewCard;
    readonly grade: 'miss' | 'pass';
    readonly day: number;
  }): ReviewCard;
  /** The day number of a date (`date-unknown` for one that the calendar lacks). */
  dayOf(date: CalendarDay): number;
  dateOf(inputs: { readonly day: number }): CalendarDay;
}
