import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { success } from './endpoint.ts';

/** Rows that one answer has at most, and has unless fewer are asked for. */
export const PAGE_ROWS = 2_000;

const pageFields = (rows: number) => ({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: rows })),
});

/** Which part of a list is asked for, beside what else the call has in its query. */
export const pageQuery = <P extends TProperties>(others: TObject<P>, rows = PAGE_ROWS) =>
  Type.Object({ ...others.properties, ...pageFields(rows) });

/** The query of a list that has nothing else to ask for. */
export const PageQuery = Type.Object(pageFields(PAGE_ROWS));
export type PageQuery = Static<typeof PageQuery>;

/**
 * `{success: true, data, total}`: a part of a list, and how many rows the whole list has. `is_cut` says that fewer rows
 * came than were asked for, since they would be too many bytes.
 */
export const page = <T extends TSchema>(item: T) =>
  Type.Composite([
    success(Type.Array(item)),
    Type.Object({ total: Type.Integer(), is_cut: Type.Optional(Type.Literal(true)) }),
  ]);
