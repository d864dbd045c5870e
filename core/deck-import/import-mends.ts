import type { Pool } from 'pg';
import { FILE_USES, fileFieldOf, forCardTexts, isCardText } from '../contract/card-fields.ts';
import { AppError } from '../contract/errors.ts';
import { fitting } from '../postgres/page.ts';
import { inTransaction, type Tx } from '../postgres/transaction.ts';
import { readCardRow } from './cards/card-row.ts';
import { isError, type KeptCard, type Mend, mended, type RowProblem } from './cards/checked-rows.ts';
import { problemText } from './cards/import-problems.ts';
import { namesIn } from './cards/named-files.ts';
import type { CheckedCard, MendBody } from './deck-import.schema.ts';
import { importById, toProblem } from './import-list.ts';

/** Cards of one page. */
const PAGE_CARDS = 50;

interface Row extends Mend {
  row: number;
  card: KeptCard;
  problems: RowProblem[];
}

const SELECT = `
  select c."row", c.card, c.problems, coalesce(m.texts, '{}') as texts, coalesce(m.is_left_out, false) as is_left_out
  from deck_import_cards c left join deck_import_mends m on m.import_id = c.import_id and m."row" = c."row"
  where c.import_id = $1`;

/** The row without the files that cannot come along, as the check has found. */
function withoutLost({ card, problems, ...row }: Row): Row {
  const values = { ...card.values };
  for (const field of FILE_USES.map(fileFieldOf)) {
    const found = problems.filter((one) => one.field === field && one.code !== 'files_left_out');
    const given = values[field];
    if (found.length === 0 || typeof given !== 'string') continue;
    const lost = new Set(found.map(({ params }) => params?.name));
    // What is wrong and has no name is all that stands there.
    const isLost = (name: string): boolean => lost.has(undefined) || lost.has(name);
    values[field] = namesIn(given, (name) => lost.has(name))
      .filter((name) => !isLost(name))
      .join('\n');
  }
  return { ...row, problems, card: { ...card, values: card.values && values } };
}

function toCard({ row, card, problems, texts, is_left_out }: Row): CheckedCard {
  const { values = {} } = mended(card, { texts });
  const textOf = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const nameOf = (value: unknown): string | null => textOf(value) || null;
  return {
    row,
    texts: forCardTexts((name) => textOf(values[name])),
    audio: nameOf(values.audio),
    front_picture: nameOf(values.front_picture),
    back_picture: nameOf(values.back_picture),
    problems: problems.map((problem) => toProblem({ row, ...problem })),
    is_left_out,
  };
}

/**
 * A page of the cards that a check has read, in the order of the file; `next` is the row after which the next page begins.
 * Throws `import_not_found`.
 */
export async function checkedCards(
  pool: Pool,
  importId: number,
  { after = 0, isWrongOnly }: { after?: number | undefined; isWrongOnly: boolean },
): Promise<{ data: CheckedCard[]; next: number | null }> {
  await importById(pool, importId);
  const isListed = isWrongOnly ? 'c.is_wrong and m.is_left_out is not true' : 'true';
  const { rows } = await pool.query<Row>(
    `${SELECT} and c."row" > $2 and ${isListed} order by c."row" limit ${PAGE_CARDS + 1}`,
    [importId, after],
  );
  const data = fitting(rows.slice(0, PAGE_CARDS).map((row) => toCard(withoutLost(row))));
  return { data, next: rows.length > data.length ? data.at(-1)!.row : null };
}

/** What is wrong with a row beside its texts. */
const isOfOthers = ({ field }: RowProblem): boolean => field !== null && !isCardText(field);

/** Throws `validation_failed`, which names the fields, for texts that the row may not have. */
function requireRightTexts({ row, card, problems }: Row, texts: Mend['texts'], changed: Mend['texts']): void {
  const found: RowProblem[] = [];
  readCardRow({ row, ...mended(card, { texts }) }, ({ params = {}, ...problem }) =>
    found.push({ ...problem, params }),
  );
  // Of the rest of the check some reasons are known alone, such as a sound that was not sent.
  const left = problems.filter(({ field }) => field !== null && !Object.hasOwn(changed, field));
  const wrong = [...found, ...left].filter(
    (one) => isError(one) && one.field !== null && isCardText(one.field),
  );
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(
    wrong.map(({ field, code, params }) => [field, [problemText(code, params)]]),
  );
  throw new AppError('validation_failed', { params: { fields: Object.keys(errors).join(', ') }, errors });
}

async function keepMend(tx: Tx, importId: number, { row, texts, is_left_out }: Row): Promise<void> {
  await tx.query(
    `/* keepMend */ insert into deck_import_mends (import_id, "row", texts, is_left_out) values ($1, $2, $3, $4)
     on conflict (import_id, "row") do update set texts = excluded.texts, is_left_out = excluded.is_left_out`,
    [importId, row, JSON.stringify(texts), is_left_out],
  );
}

/**
 * Mends a card that a check has read, by the rules of every row; or leaves it out, or takes it in again. The figures of the
 * check are of before then. Throws `import_not_found`, `import_not_mendable`, `card_not_found`, or `validation_failed` with
 * the fields whose texts are wrong.
 */
export async function mendCard(
  pool: Pool,
  { importId, row }: { importId: number; row: number },
  { texts: changed, is_left_out }: MendBody,
): Promise<CheckedCard> {
  await importById(pool, importId);
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `/* mendCard */ update deck_imports set needs_check = true where id = $1 and status = 'checked' and has_files`,
      [importId],
    );
    if (!rowCount) throw new AppError('import_not_mendable');
    const { rows } = await tx.query<Row>(`${SELECT} and c."row" = $2`, [importId, row]);
    if (!rows[0]) throw new AppError('card_not_found');
    const kept = withoutLost(rows[0]);
    const after: Row = {
      ...kept,
      texts: { ...kept.texts, ...changed },
      is_left_out: is_left_out ?? kept.is_left_out,
    };
    if (changed) {
      requireRightTexts(kept, after.texts, changed);
      after.problems = kept.problems.filter(isOfOthers);
      await tx.query(
        `/* mendCard */ update deck_import_cards set problems = $3, is_wrong = $4 where import_id = $1 and "row" = $2`,
        [importId, row, JSON.stringify(after.problems), after.problems.some(isError)],
      );
    }
    await keepMend(tx, importId, after);
    return toCard(after);
  });
}
