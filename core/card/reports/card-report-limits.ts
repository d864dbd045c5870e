/** UTF-16 code units of what a learner adds to a report. */
export const REPORT_NOTE_LETTERS_MAX = 200;

/** Reports of one learner that are kept, open or answered and not yet read. */
export const REPORTS_OPEN_MAX = 50;

/** Cards of one answer, and the the reports of each that it has. */
export const REPORTED_CARDS_MAX = 50;
export const REPORTS_SHOWN_MAX = 20;
