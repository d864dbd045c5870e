import { defineEntity } from '@mikro-orm/core';

/**
 * Returns the entity of a table that people change: its columns by their names in camelCase, as `tables` types statements on
 * it.
 */
export const defineTable = <const Name extends string, const Columns extends Record<string, unknown>>(
  name: Name,
  columns: Columns,
) => defineEntity({ name, tableName: name, properties: columns });
