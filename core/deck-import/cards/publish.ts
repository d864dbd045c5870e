import { sql } from 'kysely';
import { nameEditor } from '../../card/card-editor.ts';
import { deckAsItIs, type ImportTrace, statesBefore } from '../../card/import-trace.ts';
import {
  CARD_SIDES,
  CARD_TEXT_NAMES,
  type CardSide,
  cardTextColumns,
  FILE_USES,
  type FileUse,
} from '../../contract/card-fields.ts';
import { FURTHER_FILES_MAX } from '../../contract/card-limits.ts';
import type { Deck } from '../../deck/deck.entity.ts';
import type { Connection, Tx } from '../../postgres/transaction.ts';
import { tables } from '../../postgres/typed-tables.ts';
import { shownText } from '../../text/shown-text.ts';
import { moveCardsToTrash } from '../../trash/trash-cards.ts';
import type { ImportReport } from '../import-report.schema.ts';
import type { ImportRequest } from '../import-request.ts';
import { ImportError } from './import-problems.ts';

/**
 * Finds which card of the deck each staged row is, into the temporary table `import_matches` ("row", id). Matches
 * first by the id in its source, then by front and back. Last by the front alone, where one of the two has no id;
 * as texts are compared. Then by both as they are shown, since emphasis comes and goes with formats. Of several alike the
 * first is the first, and so on.
 *
 * What is left is put into tables and counted before it is joined. The planner cannot foresee how much that is, and
 * compares every row with every card when it expects none.
 */
async function matchCards(client: Connection, importId: number, deckId: number | undefined): Promise<void> {
  await client.query(
    'create temp table if not exists import_matches ("row" integer not null, id integer not null); truncate import_matches',
  );
  if (deckId === undefined) return;
  await client.query('/* matchCards */ select analyze_import_rows()');
  await client.query(
    `/* matchCards */ insert into import_matches
     select r."row", c.id from deck_import_rows r join cards c on c.deck_id = $2 and c.source_id = r.source_id
     where r.import_id = $1`,
    [importId, deckId],
  );
  for (const read of [asTyped, asShown])
    for (const sides of [['front', 'back'], ['front']])
      await matchByFace(client, importId, deckId, (table) =>
        sides.map((side) => `compared_as(${read(`${table}.${side}`)})`).join(` || E'\\x01' || `),
      );
}

const asTyped = (text: string): string => text;

/** Most texts have no marks, and need no expression. */
const asShown = (text: string): string =>
  `case when ${text} like any (array['%**%', '%//%', '%{%|%', '%\\\\%']) then ${shownText(text)} else ${text} end`;

/** The key is that of a row or a card, by its table. */
async function matchByFace(
  client: Connection,
  importId: number,
  deckId: number,
  key: (table: string) => string,
): Promise<void> {
  const nth = 'row_number() over (partition by face order by place) as nth';
  await client.query('analyze import_matches');
  // Not joined into one: the face of each is made once.
  await client.query(
    `create temp table rows_left as
     with faces as materialized (
       select r."row", r.source_id, md5(${key('r')}) as face, r."row" as place
       from deck_import_rows r left join import_matches m on m."row" = r."row"
       where r.import_id = $1 and m."row" is null)
     select "row", source_id, face, ${nth} from faces`,
    [importId],
  );
  await client.query(
    `create temp table cards_left as
     with faces as materialized (
       select c.id, c.source_id, md5(${key('c')}) as face, c.ordinal as place
       from cards c left join import_matches m on m.id = c.id
       where c.deck_id = $1 and m.id is null)
     select id, source_id, face, ${nth} from faces`,
    [deckId],
  );
  await client.query('analyze rows_left; analyze cards_left');
  await client.query(
    `/* matchByFace */ insert into import_matches
     select r."row", c.id from rows_left r join cards_left c using (face, nth)
     where r.source_id is null or c.source_id is null`,
  );
  await client.query('drop table rows_left; drop table cards_left');
}

export interface Publication {
  importId: number;
  ownerId: number;
  request: ImportRequest;
}

type CardCounts = Pick<ImportReport, 'cards_new' | 'cards_changed' | 'cards_unchanged' | 'cards_missing'>;

/**
 * The deck that an import updates: the chosen one, or its owner's of the same title, the oldest of several; null when
 * it makes one. Throws `deck_not_editable` for a chosen one that the account may not, or no longer, edit.
 */
export async function deckToUpdate(
  client: Connection,
  { ownerId, request }: Publication,
): Promise<ImportReport['updates_deck']> {
  if (request.into_deck !== undefined) {
    const { rows: decks } = await client.query<{ id: number; title: string }>(
      `/* deckToUpdate */ select id, title from decks d where id = $1 and (user_id = $2 or exists (
         select 1 from deck_shares s where s.deck_id = d.id and s.teacher_id = $2 and s.may = 'edit'))`,
      [request.into_deck, ownerId],
    );
    if (!decks[0]) throw new ImportError('deck_not_editable');
    return decks[0];
  }
  if (request.as_new) return null;
  const { rows } = await client.query<{ id: number; title: string }>(
    '/* deckToUpdate */ select id, title from decks where user_id = $1 and compared_as(title) = compared_as($2) order by id limit 1',
    [ownerId, request.title],
  );
  return rows[0] ?? null;
}

/** The card keeps its files of a use where the row names one of which there is no file. */
const isKept = (use: FileUse): string =>
  `('${use}' = any (i.incomplete) and e.${use === 'audio' ? 'audio_file' : `${use}_picture`} is not null)`;

const AUDIO_AFTER = `case when i.audio is null or ${isKept('audio')} then e.audio_file else i.audio_file end`;

/** A file of a use in a row, as further files are. */
const ownFile = (use: FileUse): string =>
  use === 'audio'
    ? `jsonb_build_object('kind', 'audio', 'file', i.audio_file)`
    : `i.${use}_picture_file || jsonb_build_object('kind', 'picture', 'side', '${use}',
        'alt', coalesce(i.${use}_picture_alt, ''))`;

/** The further files of a use in a card or a row, as a list. */
const furtherOf = (table: string, use: FileUse): string =>
  `jsonb_path_query_array(coalesce(${table}.further_files, '[]'),
    '$[*] ? (@.${use === 'audio' ? 'kind' : 'side'} == "${use}")')`;

/** Those of a use after the import: what the card keeps, and what has come of it, or what was sent. */
const furtherAfter = (use: FileUse): string => {
  const keptFile = use === 'audio' ? 'e.audio_file' : `e.${use}_picture ->> 'file'`;
  return `case
    when i.${use === 'audio' ? 'audio' : `${use}_picture`} is null then ${furtherOf('e', use)}
    when ${isKept(use)} then jsonb_path_query_array(${furtherOf('e', use)} || (
      select coalesce(jsonb_agg(n.file order by n.nth), '[]')
      from jsonb_array_elements(jsonb_build_array(${ownFile(use)}) || ${furtherOf('i', use)})
        with ordinality n (file, nth)
      where n.file ->> 'file' <> ${keptFile}
        and not ${furtherOf('e', use)} @> jsonb_build_array(jsonb_build_object('file', n.file ->> 'file'))
    ), '$[0 to ${FURTHER_FILES_MAX - 1}]')
    else ${furtherOf('i', use)} end`;
};

/** Most cards have none, and need no expression. */
const FURTHER_AFTER = `case
    when e.further_files is null and i.further_files is null and i.incomplete = '{}' then null
    else nullif(${FILE_USES.map((use) => `(${furtherAfter(use)})`).join(' || ')}, '[]') end`;

/**
 * A card's picture of a side after the import. One that was not sent leaves the card's own, whose text may be another.
 * Another picture shows something else: it has the text that came with it, or none.
 */
const pictureAfter = (side: CardSide): string => `case
    when ${isKept(side)} and e.${side}_picture ->> 'file' <> i.${side}_picture_file ->> 'file' then e.${side}_picture
    when i.${side}_picture_file is not null then i.${side}_picture_file || jsonb_build_object('alt', coalesce(
      i.${side}_picture_alt,
      case when e.${side}_picture ->> 'file' = i.${side}_picture_file ->> 'file' then e.${side}_picture ->> 'alt' end,
      ''))
    when e.${side}_picture is not null and i.${side}_picture_alt is not null
      then e.${side}_picture || jsonb_build_object('alt', i.${side}_picture_alt)
    else e.${side}_picture end`;

const newPicture = (side: CardSide): string =>
  `r.${side}_picture_file || jsonb_build_object('alt', coalesce(r.${side}_picture_alt, ''))`;

/**
 * True when a card would not be the same after the import. An audio that was not sent, and tags of which the file says
 * nothing, leave the card's own.
 */
const DIFFERS = `
  (${cardTextColumns('e')}) is distinct from (${cardTextColumns('i')})
  or e.audio_file is distinct from ${AUDIO_AFTER}
  or e.further_files is distinct from ${FURTHER_AFTER}
  or i.tags is not null and e.tags is distinct from i.tags
  or i.source_id is not null and e.source_id is distinct from i.source_id
  ${CARD_SIDES.map((side) => `or e.${side}_picture is distinct from ${pictureAfter(side)}`).join('\n  ')}`;

/** What publishing the staged rows would do to a deck's cards; matches them first. */
export async function countChanges(
  client: Connection,
  importId: number,
  deckId: number | undefined,
): Promise<CardCounts> {
  await matchCards(client, importId, deckId);
  const { rows } = await client.query<CardCounts>(
    `/* countChanges */ select (select count(*) from deck_import_rows where import_id = $1)::integer - count(*)::integer as cards_new,
       count(*) filter (where ${DIFFERS})::integer as cards_changed,
       count(*) filter (where not (${DIFFERS}))::integer as cards_unchanged,
       (select count(*) from cards where deck_id = $2)::integer - count(*)::integer as cards_missing
     from import_matches m join deck_import_rows i on i.import_id = $1 and i."row" = m."row"
       join cards e on e.id = m.id`,
    [importId, deckId ?? 0],
  );
  return rows[0]!;
}

export interface Published {
  deckId: number;
  updatesDeck: ImportReport['updates_deck'];
  counts: CardCounts;
  /** The cards that are new. */
  added: number[];
  /** Of a deck that was there. */
  trace?: ImportTrace;
}

/**
 * Makes or updates the deck from the staged rows, within the caller's transaction, so that it appears as a whole.
 * Cards keep their ids, and with them what students have learnt. An import may make a deck official and never takes
 * that away. Throws `deck_changed` when the deck is not the one that the check named, or `deck_not_editable`.
 */
export async function publish(tx: Tx, publication: Publication): Promise<Published> {
  const { importId, ownerId, request } = publication;
  // Two imports of one title at once make one deck.
  await tx.query("/* publish */ select pg_advisory_xact_lock(hashtext('nho publish import'), $1)", [ownerId]);
  // Before it is asked who may edit it: a statement after the lock sees what its last holder has done.
  if (request.into_deck !== undefined)
    await tx.query('/* publish */ select 1 from decks where id = $1 for update', [request.into_deck]);
  const target = await deckToUpdate(tx, publication);
  if (request.expected_deck !== undefined && request.expected_deck !== (target?.id ?? null))
    throw new ImportError('deck_changed');
  await nameEditor(tx, ownerId);
  const before = target && (await deckAsItIs(tx, target.id));
  const deckId = await writeDeck(tx, publication, target?.id);
  const counts = await countChanges(tx, importId, target?.id);
  const removed = request.remove_missing ? await removeMissing(tx, deckId, ownerId) : [];
  const changed = await placeCards(tx, importId, deckId);
  const { rows: added } = await tx.query<{ id: number }>(
    `/* publish */ insert into cards (deck_id, ordinal, source_id, ${cardTextColumns()}, audio_file, further_files, tags,
       ${CARD_SIDES.map((side) => `${side}_picture`).join(', ')})
     select $2, p.ordinal, r.source_id, ${cardTextColumns('r')}, r.audio_file, r.further_files, coalesce(r.tags, '{}'),
       ${CARD_SIDES.map(newPicture).join(', ')}
     from import_places p join deck_import_rows r on r.import_id = $1 and r."row" = p."row"
     where p.id is null order by p.ordinal returning id`,
    [importId, deckId],
  );
  const published = { deckId, updatesDeck: target, counts, added: added.map(({ id }) => id) };
  if (!before) return published;
  const after = await deckAsItIs(tx, deckId);
  return { ...published, trace: { changed, removed, before, after } };
}

async function writeDeck(
  tx: Tx,
  { ownerId, request }: Publication,
  target: number | undefined,
): Promise<number> {
  const decks = tables<typeof Deck>(tx);
  if (request.into_deck !== undefined) {
    // Only its cards: what it is called is its owner's to say.
    await decks
      .updateTable('decks')
      .set({ updated_at: sql<Date>`now()` })
      .where('id', '=', request.into_deck)
      .execute();
    return request.into_deck;
  }
  const { title, description, is_official, official_button_label } = request;
  const given = {
    title,
    description: description ?? undefined,
    official_button_label: official_button_label ?? undefined,
  };
  const { id } = target
    ? await decks
        .updateTable('decks')
        .set({ ...given, is_official: is_official || undefined, updated_at: sql<Date>`now()` })
        .where('id', '=', target)
        .where('user_id', '=', ownerId)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await decks
        .insertInto('decks')
        .values({ ...given, user_id: ownerId, is_official })
        .returning('id')
        .executeTakeFirstOrThrow();
  return id;
}

/** Puts the cards that no row matches into the trash. Returns them. */
async function removeMissing(tx: Tx, deckId: number, ownerId: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    '/* removeMissing */ select id from cards c where c.deck_id = $1 and not exists (select 1 from import_matches m where m.id = c.id)',
    [deckId],
  );
  const ids = rows.map(({ id }) => id);
  await moveCardsToTrash(tx, { deckId, ids, by: ownerId, cause: 'import' });
  return ids;
}

/**
 * Changes the cards that rows match, and gives them the order of the file. Cards without a row stay at the end. Returns
 * what the changed ones were.
 */
async function placeCards(tx: Tx, importId: number, deckId: number): Promise<ImportTrace['changed']> {
  await tx.query(
    `create temp table import_places on commit drop as
     select i."row", m.id, row_number() over (order by i."row")::integer as ordinal
     from deck_import_rows i left join import_matches m using ("row") where i.import_id = $1
     union all
     select null, c.id, (select count(*) from deck_import_rows where import_id = $1)::integer
       + row_number() over (order by c.ordinal)::integer
     from cards c left join import_matches m on m.id = c.id where c.deck_id = $2 and m.id is null`,
    [importId, deckId],
  );
  await tx.query('analyze import_places');
  await moveCards(tx, deckId);
  await changeCards(tx, importId, deckId);
  return statesBefore(tx, deckId);
}

// Every server has all cards, and one has what is staged: that is read, and sent along with what it changes.

/** Gives the cards that are there the order of the file. */
async function moveCards(tx: Tx, deckId: number): Promise<void> {
  const { rows: moved } = await tx.query<{ id: number; ordinal: number }>(
    `/* moveCards */ select c.id, p.ordinal from import_places p join cards c on c.id = p.id
     where c.deck_id = $1 and p.ordinal <> c.ordinal`,
    [deckId],
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  // No two cards may have one place, not even for a moment: those that move leave theirs first.
  await tx.query('/* moveCards */ update cards set ordinal = -ordinal where id = any ($1::integer[])', [ids]);
  await tx.query(
    `/* moveCards */ update cards c set ordinal = p.ordinal from unnest($1::integer[], $2::integer[]) p (id, ordinal)
     where c.id = p.id`,
    [ids, moved.map(({ ordinal }) => ordinal)],
  );
}

/** What of a card an import may change, with its type. */
const CHANGED_COLUMNS: Record<string, string> = {
  ...Object.fromEntries(CARD_TEXT_NAMES.map((name) => [name, 'text'])),
  audio_file: 'text',
  further_files: 'jsonb',
  tags: 'text[]',
  ...Object.fromEntries(CARD_SIDES.map((side) => [`${side}_picture`, 'jsonb'])),
  source_id: 'text',
};

/** Makes the cards that rows match what the rows say. */
async function changeCards(tx: Tx, importId: number, deckId: number): Promise<void> {
  const { rows } = await tx.query<{ card: object }>(
    `/* changeCards */ select to_jsonb(changed) as card from (
       select e.id, ${cardTextColumns('i')}, ${AUDIO_AFTER} as audio_file, ${FURTHER_AFTER} as further_files,
         coalesce(i.tags, e.tags) as tags, ${CARD_SIDES.map((side) => `${pictureAfter(side)} as ${side}_picture`).join(', ')},
         coalesce(i.source_id, e.source_id) as source_id
       from import_matches m join deck_import_rows i on i.import_id = $1 and i."row" = m."row"
         join cards e on e.id = m.id and e.deck_id = $2
       where ${DIFFERS}) changed`,
    [importId, deckId],
  );
  if (rows.length === 0) return;
  const columns = Object.keys(CHANGED_COLUMNS);
  await tx.query(
    `/* changeCards */ update cards e set (${columns.join(', ')}) = (select ${columns.map((name) => `i.${name}`).join(', ')}),
       updated_at = now()
     from jsonb_to_recordset($1::jsonb) i (id integer, ${columns.map((name) => `${name} ${CHANGED_COLUMNS[name]}`).join(', ')})
     where e.id = i.id`,
    [JSON.stringify(rows.map(({ card }) => card))],
  );
}
