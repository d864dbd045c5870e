import type { ClientBase } from 'pg';
import { tidyText } from '../tidy-text.ts';
import type { ImportReport } from './deck-import.schema.ts';
import type { ImportRequest } from './import-request.ts';

export interface Publication {
  importId: number;
  ownerId: number;
  request: ImportRequest;
}

type CardCounts = Pick<ImportReport, 'cards_new' | 'cards_changed' | 'cards_unchanged' | 'cards_missing'>;

/** The deck that an import updates: its owner's of the same title, the oldest of several; null when it makes one. */
export async function deckToUpdate(
  client: ClientBase,
  { ownerId, request }: Publication,
): Promise<ImportReport['updates_deck']> {
  if (request.as_new) return null;
  const { rows } = await client.query<{ id: number; title: string }>(
    'select id, title from decks where user_id = $1 and lower(title) = lower($2) order by id limit 1',
    [ownerId, tidyText(request.title)],
  );
  return rows[0] ?? null;
}

/**
 * Which card of the deck (if any) each row is: the one of the same id in its source; else, of those left, the one with
 * the same front, where one of the two has no id. Of several with the same front the first is the first, and so on.
 */
const MATCHING = `
  with incoming as (
    select r.*, lower(r.front) as face from deck_import_rows r where r.import_id = $1
  ), existing as (
    select c.*, lower(c.front) as face from cards c where c.deck_id = $2
  ), by_id as (
    select i."row", e.id from incoming i join existing e on e.source_id = i.source_id
  ), rows_left as (
    select i."row", i.face, i.source_id, row_number() over (partition by i.face order by i."row") as nth
    from incoming i where not exists (select from by_id b where b."row" = i."row")
  ), cards_left as (
    select e.id, e.face, e.source_id, row_number() over (partition by e.face order by e.ordinal) as nth
    from existing e where not exists (select from by_id b where b.id = e.id)
  ), matched as (
    select "row", id from by_id union all
    select r."row", c.id from rows_left r join cards_left c using (face, nth)
    where r.source_id is null or c.source_id is null
  )`;

/** True when a card would not be the same after the import. An audio that was not sent leaves the card's own. */
const DIFFERS = `
  (e.front, e.back, e.example_sentence, e.definition, e.part_of_speech, e.level)
    is distinct from (i.front, i.back, i.example_sentence, i.definition, i.part_of_speech, i.level)
  or i.audio is not null and e.audio_file is distinct from i.audio_file
  or i.source_id is not null and e.source_id is distinct from i.source_id`;

/** What publishing the staged rows would do to a deck's cards. */
export async function countChanges(
  client: ClientBase,
  importId: number,
  deckId: number | undefined,
): Promise<CardCounts> {
  const { rows } = await client.query<CardCounts>(
    `${MATCHING}
     select (select count(*) from incoming)::integer - (select count(*) from matched)::integer as cards_new,
       count(*) filter (where ${DIFFERS})::integer as cards_changed,
       count(*) filter (where not (${DIFFERS}))::integer as cards_unchanged,
       (select count(*) from existing)::integer - count(*)::integer as cards_missing
     from matched m join incoming i using ("row") join existing e on e.id = m.id`,
    [importId, deckId ?? 0],
  );
  return rows[0]!;
}

/**
 * Makes or updates the deck from the staged rows and answers its id; within the caller's transaction, so that it
 * appears as a whole. Cards keep their ids, and with them what students have learnt. An import may make a deck official
 * and never takes that away.
 */
export async function publish(client: ClientBase, publication: Publication): Promise<number> {
  const { importId, ownerId, request } = publication;
  // Two imports of one title at once make one deck.
  await client.query("select pg_advisory_xact_lock(hashtext('nho publish import'), $1)", [ownerId]);
  const target = await deckToUpdate(client, publication);
  const deckId = await writeDeck(client, publication, target?.id);
  if (target) await updateCards(client, importId, deckId, request.remove_missing);
  await client.query(
    `insert into cards (deck_id, ordinal, source_id, front, back, example_sentence, definition, part_of_speech, level,
       audio_file)
     select $2, coalesce(p.ordinal, r.position), r.source_id, r.front, r.back, r.example_sentence, r.definition,
       r.part_of_speech, r.level, r.audio_file
     from (select *, row_number() over (order by "row")::integer as position from deck_import_rows where import_id = $1) r
       ${target ? 'join import_places p on p."row" = r."row" and p.id is null' : 'left join (select null::integer as ordinal) p on true'}
     order by r."row"`,
    [importId, deckId],
  );
  return deckId;
}

async function writeDeck(
  client: ClientBase,
  { ownerId, request }: Publication,
  target: number | undefined,
): Promise<number> {
  const { title, description, is_official, official_button_label } = request;
  const values = [ownerId, title, description, is_official, official_button_label];
  const { rows } = target
    ? await client.query<{ id: number }>(
        `update decks set title = $2, description = coalesce($3, description), is_official = is_official or $4,
           official_button_label = coalesce($5, official_button_label), updated_at = now()
         where id = $6 and user_id = $1 returning id`,
        [...values, target],
      )
    : await client.query<{ id: number }>(
        `insert into decks (user_id, title, description, is_official, official_button_label)
         values ($1, $2, $3, $4, $5) returning id`,
        values,
      );
  return rows[0]!.id;
}

/** Changes the cards that rows match, and makes the order that of the file; what is not in it stays at the end. */
async function updateCards(
  client: ClientBase,
  importId: number,
  deckId: number,
  removeMissing: boolean,
): Promise<void> {
  const both = [importId, deckId];
  await client.query(
    `create temp table import_places on commit drop as ${MATCHING}
     select i."row", m.id, row_number() over (order by i."row")::integer as ordinal
     from incoming i left join matched m using ("row")`,
    both,
  );
  if (removeMissing)
    await client.query(
      'delete from cards c where c.deck_id = $1 and not exists (select from import_places p where p.id = c.id)',
      [deckId],
    );
  else
    await client.query(
      `insert into import_places (id, ordinal)
       select c.id, (select count(*) from import_places)::integer + row_number() over (order by c.ordinal)::integer
       from cards c where c.deck_id = $1 and not exists (select from import_places p where p.id = c.id)`,
      [deckId],
    );
  // No two cards may have one place, not even for a moment: those that move leave theirs first.
  await client.query(
    `update cards c set ordinal = -c.ordinal from import_places p
     where c.deck_id = $1 and p.id = c.id and p.ordinal <> c.ordinal`,
    [deckId],
  );
  await client.query(
    `update cards c set ordinal = p.ordinal from import_places p
     where c.deck_id = $1 and p.id = c.id and c.ordinal < 0`,
    [deckId],
  );
  await client.query(
    `update cards e set front = i.front, back = i.back, example_sentence = i.example_sentence,
       definition = i.definition, part_of_speech = i.part_of_speech, level = i.level,
       audio_file = case when i.audio is null then e.audio_file else i.audio_file end,
       source_id = coalesce(i.source_id, e.source_id), updated_at = now()
     from import_places p join deck_import_rows i on i.import_id = $1 and i."row" = p."row"
     where e.deck_id = $2 and e.id = p.id and (${DIFFERS})`,
    both,
  );
}
