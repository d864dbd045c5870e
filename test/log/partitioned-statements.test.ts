import t from 'tap';
import { projections } from '../../core/projections.ts';
import { sourceTexts, typedStatements } from '../postgres/plain-statements.ts';

/** Tables of what students have of their own, which is read together with what is projected. */
const OWN = ['deck_settings', 'extra_cards', 'card_marks', 'exam_attempts'];

/** Tables of the log, of what is projected from it, and of what students have of their own: their rows lie by partition. */
const PARTITIONED = [
  'events',
  'parked_events',
  ...projections.flatMap(({ tables }) => tables),
  'standing_reviews',
  ...OWN,
];

/** Statements that go through all partitions, by the file and the table, with the reason. */
const OVER_ALL: Record<string, string> = {
  'api/metrics.ts parked_events': 'all that is parked, counted',
  'core/classroom/students-progress.ts class_days': 'a whole class, added up by partition',
  'core/classroom/students-progress.ts class_progress': 'a whole class',
  'core/classroom/students-progress.ts class_progress_months': 'a whole class',
  'core/classroom/teacher-home.ts class_days': 'whole classes, added up by partition',
  'core/classroom/teacher-home.ts class_progress': 'a whole class',
  'core/exam/exam-list.ts exam_results': 'all submissions of an exam are counted',
  'core/exam/results/exam-results.projection.ts exam_results': 'all results of an exam',
  'core/exam/results/rescoring.ts exam_results': 'all submissions of an exam',
  'core/learning/progress/card-history.ts review_schedule': 'everybody who has learnt a card',
  'core/log/export/export-events.ts events': 'where a time lies in the whole log',
  'core/log/export/import-events.ts events': 'the whole log',
  'core/log/log-overview.ts parked_events': 'all that is parked, counted',
  'core/log/log.events.ts events': 'everybody who is erased',
  'core/log/projecting/project-batch.ts parked_events':
    'its condition is `checkpointOf`, which names the partition',
  'core/repartitioning.ts events': 'the whole log',
  'core/log/rebuilding/shadow-tables.ts parked_events': 'all that is parked, replaced',
};

/** A text with the conditions that `ofStudent` makes. */
const withConditions = (text: string): string =>
  text.replaceAll(/\$\{ofStudents?\('(\w+)',[^}]*(\$\{[^}]*\}[^}]*)?\}/g, '$1.partition = the own');

const MENTION = new RegExp(
  `\\b(from|join|into|update|using)\\s+(?:public\\.)?(${PARTITIONED.join('|')})\\b(?:\\s+(?:as\\s+)?(?!where|on|set|using|cross|left|join|order|group|select|limit|natural|with)([a-z_]\\w*))?`,
  'g',
);

/** Returns the tables that a text names without a partition of theirs. */
const unpartitioned = (text: string): string[] =>
  text
    .matchAll(MENTION)
    .toArray()
    .flatMap(([whole, verb, table, alias, at]) => {
      const [own, rest] = [alias ?? table, text.slice(text.indexOf(whole!, Number(at)))];
      const isNamed = new RegExp(`\\b${own}\\.partition\\b`).test(text);
      const isShared = new RegExp(`^\\S+\\s+\\S+(\\s+${own})?\\s+using \\([^)]*partition`).test(rest);
      const isWritten = verb === 'into' && /^into\s[^(]*\([^)]*\bpartition\b/.test(rest);
      // A statement with one table needs no name before a column.
      const isBare = !alias && /(^|[^.\w])partition (=|>|in|between)/.test(text);
      return isNamed || isShared || isWritten || isBare ? [] : [table!];
    });

t.test(
  'what is read or written of the log, of what is projected from it and of students’ own names partitions',
  (t) => {
    const found = new Set<string>();
    for (const { file, source } of sourceTexts())
      for (const table of unpartitioned(withConditions(source))) found.add(`${file} ${table}`);
    t.same([...found].sort(), Object.keys(OVER_ALL).sort());
    t.end();
  },
);

t.test('typed statements name the partition of the rows that they are about', (t) => {
  const about = typedStatements().filter(({ table }) => PARTITIONED.includes(table));
  t.same([...new Set(about.map(({ table }) => table))].sort(), ['card_marks', 'deck_settings']);
  t.same(
    about.filter(({ text }) => !/\bpartition\b/.test(text)).map(({ file, line }) => `${file}:${line}`),
    [],
  );
  t.end();
});

t.test('PRO-10 every selection names something: several servers do not pass on one of no column', (t) => {
  const empty = sourceTexts().filter(({ plain }) => /\bselect from\b/.test(plain));
  t.same(
    empty.map(({ file, plain }) => `${file}: ${plain}`),
    [],
  );
  t.end();
});

t.test('a statement without the partition is noticed', (t) => {
  t.same(unpartitioned('select from deck_stats where student_id = $1'), ['deck_stats']);
  t.same(unpartitioned('select from decks d join review_schedule r on r.student_id = $1'), [
    'review_schedule',
  ]);
  t.same(unpartitioned('insert into recall_days as d (student_id, day) values ($1, $2)'), ['recall_days']);
  t.same(unpartitioned('insert into recall_days as d (partition, student_id) values ($1, $2)'), []);
  t.same(
    unpartitioned(
      'select from parked_events p join events e using (partition, position) where p.partition = $1',
    ),
    [],
  );
  t.end();
});
