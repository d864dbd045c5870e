import { projections } from '../../core/projections.ts';

/** What a role may do with a table or view, in the words of `grant`; absent: nothing. */
export interface TableRights {
  /** API, workers and imports. */
  app?: string;
  /** Analysts. */
  read?: string;
}

const ORDINARY = 'select, insert, update, delete';

const shown = { app: ORDINARY, read: 'select' };
const hidden = { app: ORDINARY };

/**
 * Every table and view, with what others than its owner may do with it. What analysts read has no address, password,
 * digest of a place or token in it.
 */
export const RIGHTS: Readonly<Record<string, TableRights>> = {
  // Nothing that has been appended is ever changed; a position is never taken back, nor given another epoch.
  events: { app: 'select, insert', read: 'select' },
  log_partitions: { app: 'select, update (head)', read: 'select' },
  log_timeline: { app: 'select', read: 'select' },
  projection_checkpoints: { app: 'select, update', read: 'select' },
  migrations: { app: 'select', read: 'select' },
  study_time_rule: { app: 'select', read: 'select' },
  standing_reviews: { app: 'select', read: 'select' },
  users: { app: ORDINARY, read: 'select (id, name, role, time_zone, created_at)' },

  // The audit log is only written on.
  acts: { app: 'select, insert', read: 'select' },

  parked_events: shown,
  ...Object.fromEntries(projections.flatMap(({ tables }) => tables.map((table) => [table, shown]))),
  // The school's code lets its readers in.
  site_settings: {
    app: ORDINARY,
    read: 'select (id, title, logo_file, delete_unseen_years, delete_disabled_months, entry, entry_is_chosen, students_make_decks)',
  },
  decks: shown,
  deck_shares: shown,
  cards: shown,
  deleted_cards: shown,
  deck_settings: shown,
  card_marks: shown,
  card_reports: shown,
  extra_cards: shown,
  classes: shown,
  class_decks: shown,
  class_gatherings: shown,
  class_members: shown,
  class_teachers: shown,
  exams: shown,
  // The keys of exams that are over have a view of their own.
  exam_questions: {
    app: ORDINARY,
    read: 'select (id, exam_id, ordinal, question_text, option_a, option_b, option_c, option_d)',
  },
  exam_keys: { read: 'select' },
  exam_classes: shown,
  exam_attempts: shown,
  deck_imports: shown,
  deck_import_problems: shown,
  log_runs: shown,

  deck_import_rows: hidden,
  deck_import_answers: hidden,
  deck_import_cards: hidden,
  deck_import_mends: hidden,
  schedule_imports: hidden,
  schedule_import_cards: hidden,
  unused_files: hidden,
  upload_days: hidden,
  write_probes: hidden,
  class_codes: hidden,
  class_invitations: hidden,
  login_attempts: hidden,
  login_places: hidden,
  ended_tokens: hidden,
  sessions: hidden,
  roster_parts: hidden,
  own_data_files: hidden,
  card_additions: hidden,
  card_edits: hidden,
  trashed_decks: hidden,
  trashed_cards: hidden,
  trashed_rows: hidden,
  // What a card was is never changed.
  card_versions: { app: 'select, insert, delete' },
  letters: hidden,
  letter_links: hidden,
  school_logins: hidden,
  school_visits: hidden,
};
