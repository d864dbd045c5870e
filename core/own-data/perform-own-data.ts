import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OWN_SETTINGS } from '../account/account.schema.ts';
import { CLOSED_FOLDER } from '../files/upload.ts';
import { ofStudent, partitionOf } from '../log/position.ts';
import { type Connection, yieldedInTransaction } from '../postgres/transaction.ts';
import type { CurrentRun } from '../run/current-run.ts';
import type { RunPlace } from '../run/run-kind.ts';

/**
 * What a file of own data holds beside the account and the events, by the name of its part: SQL of one JSON object a row, of
 * the person $1. Other people are named as the person sees them on the site.
 */
export const OWN_DATA_PARTS: Record<string, string> = {
  // A class that was asked for by its number says nothing before it approves.
  class_memberships: `select json_build_object('class_id', m.class_id, 'class', c.name, 'teacher', t.name,
      'status', m.status, 'requested_at', m.requested_at, 'joined_at', m.joined_at) as row
    from class_members m left join (classes c join users t on t.id = c.teacher_id)
      on c.id = m.class_id and (m.status = 'approved' or m.by_code)
    where m.student_id = $1 order by m.class_id`,
  classes: `select json_build_object('id', id, 'name', name, 'created_at', created_at) as row
    from classes where teacher_id = $1 order by id`,
  classes_of_colleagues: `select json_build_object('class', c.name, 'owner', o.name, 'since', t.since) as row
    from class_teachers t join classes c on c.id = t.class_id join users o on o.id = c.teacher_id
    where t.teacher_id = $1 order by t.class_id`,
  decks: `select to_jsonb(d) - 'user_id' as row from decks d where d.user_id = $1 order by d.id`,
  cards: `select to_jsonb(c) as row from cards c join decks d on d.id = c.deck_id where d.user_id = $1
    order by c.deck_id, c.ordinal`,
  trashed_decks: `select d."row" - 'user_id' || jsonb_build_object('deleted_at', d.deleted_at) as row
    from trashed_decks d where d.owner_id = $1 order by d.id`,
  trashed_cards: `select c."row" || jsonb_build_object('deleted_at', c.deleted_at) as row
    from trashed_cards c left join decks d on d.id = c.deck_id left join trashed_decks t on t.id = c.trashed_deck_id
    where d.user_id = $1 or t.owner_id = $1 order by c.id`,
  // What the person had set, marked or been given in decks that were deleted.
  trashed_rows: `select json_build_object('kind', r.table_name, 'deck', coalesce(t."row" ->> 'title', d.title),
      'card', c."row" ->> 'front', 'row', r."row" - '{student_id,teacher_id,shared_by,changed_by}'::text[]) as row
    from trashed_rows r left join trashed_cards c on c.id = r.card_id
      left join trashed_decks t on t.id = coalesce(r.deck_id, c.trashed_deck_id) left join decks d on d.id = c.deck_id
    where r.person_id = $1 or r.table_name = 'card_versions' and t.owner_id = $1 order by r.id`,
  card_versions: `select json_build_object('card_id', v.card_id, 'version', v.version, 'was', v.was, 'changed_at', v.changed_at,
      'changed_by_you', coalesce(v.changed_by = $1, false)) as row
    from card_versions v join decks d on d.id = v.deck_id where d.user_id = $1 order by v.card_id, v.version`,
  cards_of_colleagues_changed: `select json_build_object('deck', d.title, 'card_id', v.card_id, 'changed_at', v.changed_at) as row
    from card_versions v join decks d on d.id = v.deck_id where v.changed_by = $1 and d.user_id <> $1
    order by v.changed_at, v.card_id, v.version`,
  decks_of_colleagues: `select json_build_object('deck', d.title, 'owner', o.name, 'right', s.may) as row
    from deck_shares s join decks d on d.id = s.deck_id join users o on o.id = d.user_id
    where s.teacher_id = $1 order by s.deck_id`,
  deck_settings: `select json_build_object('deck', d.title, 'new_cards_per_day', s.new_cards_per_day,
      'max_cards_per_day', s.max_cards_per_day, 'way', coalesce(s.way, 'turning')) as row
    from deck_settings s join decks d on d.id = s.deck_id where ${ofStudent('s', '$1')} order by s.deck_id`,
  card_marks: `select json_build_object('deck', d.title, 'card', c.front, 'aside_until', m.aside_until,
      'flagged', m.flagged) as row
    from card_marks m join cards c on c.id = m.card_id join decks d on d.id = c.deck_id
    where ${ofStudent('m', '$1')} order by m.card_id`,
  card_reports: `select json_build_object('deck', d.title, 'card', c.front, 'reason', r.reason, 'note', r.note,
      'reported_at', r.reported_at, 'answer', r.answer, 'answered_at', r.answered_at) as row
    from card_reports r join cards c on c.id = r.card_id join decks d on d.id = c.deck_id
    where r.student_id = $1 order by r.card_id`,
  extra_cards: `select json_build_object('deck', d.title, 'day', x.day, 'cards', x.cards) as row
    from extra_cards x join decks d on d.id = x.deck_id where ${ofStudent('x', '$1')} order by x.deck_id`,
  exams: `select to_jsonb(e) - 'teacher_id' as row from exams e where e.teacher_id = $1 order by e.id`,
  exam_questions: `select to_jsonb(q) as row from exam_questions q join exams e on e.id = q.exam_id
    where e.teacher_id = $1 order by q.exam_id, q.ordinal`,
  exam_attempts: `select json_build_object('exam', e.title, 'started_at', a.started_at, 'deadline_at', a.deadline_at,
      'saved_answers', a.answers, 'handed_in', a.is_submitted) as row
    from exam_attempts a join exams e on e.id = a.exam_id where ${ofStudent('a', '$1')} order by a.exam_id`,
  exam_results: `select json_build_object('exam', e.title, 'answers', r.answers, 'score', r.score, 'total', r.total,
      'submitted_at', r.submitted_at, 'time_spent', r.time_spent, 'late', r.late) as row
    from exam_results r join exams e on e.id = r.exam_id where ${ofStudent('r', '$1')} order by r.exam_id`,
  deck_imports: `select json_build_object('id', id, 'status', status, 'request', request, 'created_at', created_at) as row
    from deck_imports where user_id = $1 order by id`,
  schedule_imports: `select json_build_object('import', import_id, 'status', status, 'cards', cards_done, 'answers', answers_done,
      'created_at', created_at) as row from schedule_imports where user_id = $1 order by id`,
  review_schedule: `select to_jsonb(r) - '{partition,student_id}'::text[] as row from review_schedule r where ${ofStudent('r', '$1')}
    order by card_id`,
  sessions: `select json_build_object('browser', browser, 'system', system, 'begun_at', begun_at, 'seen_at', seen_at,
      'ends_at', ends_at) as row from sessions where user_id = $1 order by id`,
  school_logins: `select json_build_object('issuer', issuer, 'subject', subject, 'email', email,
      'connected_at', connected_at) as row from school_logins where user_id = $1`,
  // To the database a device and an address are digests, which nobody can read back.
  login_places: `select json_build_object('kind', kind, 'last_login_at', seen_at) as row
    from login_places where user_id = $1 order by seen_at`,
  acts: `select json_build_object('at', at, 'act', act, 'by_you', actor_id = $1, 'class_id', class_id, 'deck_id', deck_id,
      'exam_id', exam_id, 'details', details) as row
    from acts where actor_id = $1 or person_id = $1 order by id`,
};

export interface OwnDataRow {
  user_id: number;
  file_key: string;
}

/** Rows that are in memory at a time. */
const ROWS = 1_000;

/** The events are most of it; what comes before them is that much of the work, in percent. */
const BEFORE_EVENTS = 10;

const ACCOUNT = `
  select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'claimed_email', u.claimed_email,
    'user_name', u.user_name, 'role', u.role,
    'email_confirmed_at', u.email_confirmed_at, 'email_set_at', u.email_set_at, 'language', u.language, 'time_zone', u.time_zone,
    ${OWN_SETTINGS.map((key) => `'${key}', u.${key}`).join(', ')},
    'created_at', u.created_at, 'seen_at', u.seen_at, 'disabled_at', u.disabled_at,
    'delete_at', u.delete_at, 'made_in_class', c.name) as row
  from users u left join classes c on c.id = u.made_in_class_id where u.id = $1`;

/**
 * Writes all that is kept of a person into one file of JSON. A page of it is in memory at a time. It is written on this
 * machine first and then stored under its key. What an earlier process may have stored there is overwritten.
 */
export async function performOwnData(
  run: CurrentRun<OwnDataRow>,
  { config, storage, now }: RunPlace,
): Promise<{ bytes: number }> {
  const folder = resolve(config.DATA_DIR, 'uploads');
  const path = `${folder}/own-data-${run.id}`;
  await mkdir(folder, CLOSED_FOLDER);
  try {
    await pipeline(Readable.from(fileText(run, now())), createWriteStream(path, { mode: 0o600 }));
    const { bytes } = { bytes: (await stat(path)).size };
    await run.report({ percent: 99 });
    const { disk } = await storage();
    await disk.putStream(run.row.file_key, createReadStream(path), { contentLength: bytes });
    return { bytes };
  } finally {
    await rm(path, { force: true });
  }
}

async function* fileText(run: CurrentRun<OwnDataRow>, now: number): AsyncGenerator<string> {
  const { client } = run;
  const { user_id: personId } = run.row;
  const { rows } = await client.query<{ row: object }>(ACCOUNT, [personId]);
  yield `{"made_at":${JSON.stringify(new Date(now))},\n"account":${JSON.stringify(rows[0]?.row ?? null)}`;
  const sections = Object.entries(OWN_DATA_PARTS);
  for (const [index, [name, query]] of sections.entries()) {
    await run.report({ percent: Math.floor((BEFORE_EVENTS * index) / sections.length) });
    yield `,\n"${name}":[`;
    yield* listed(sectionRows(client, query, personId));
    yield ']';
  }
  yield ',\n"events":[';
  yield* listed(events(run));
  yield ']}\n';
}

async function* listed(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield `${isFirst ? '' : ','}\n${page.join(',\n')}`;
    isFirst = false;
  }
}

/** By a cursor of a transaction of its own: an audit log may be long. */
const sectionRows = (client: Connection, query: string, personId: number): AsyncGenerator<string[]> =>
  yieldedInTransaction(client, async function* (tx) {
    await tx.query(`declare own_data no scroll cursor for select q.row::text as text from (${query}) q`, [
      personId,
    ]);
    for (;;) {
      const { rows } = await tx.query<{ text: string }>(`fetch ${ROWS} from own_data`);
      if (rows.length === 0) break;
      yield rows.map(({ text }) => text);
    }
  });

/** The student's own events, in order. Their places are found first: then each page is a look-up of the primary key. */
async function* events(run: CurrentRun<OwnDataRow>): AsyncGenerator<string[]> {
  const { user_id: personId } = run.row;
  const partition = partitionOf(personId);
  const { rows: places } = await run.client.query<{ position: string }>(
    '/* events */ select position from events where partition = $1 and student_id = $2 order by position',
    [partition, personId],
  );
  for (let from = 0; from < places.length; from += ROWS) {
    const share = from / places.length;
    await run.report({ percent: Math.floor(BEFORE_EVENTS + (98 - BEFORE_EVENTS) * share) });
    const { rows } = await run.client.query<{ text: string }>(
      `/* events */ select json_build_object('id', id, 'type', type, 'version', version, 'data', data, 'occurred_at', occurred_at,
         'recorded_at', recorded_at)::text as text
       from events where partition = $1 and position = any ($2) order by position`,
      [partition, places.slice(from, from + ROWS).map(({ position }) => position)],
    );
    yield rows.map(({ text }) => text);
  }
}
