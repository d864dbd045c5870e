import { Kind, type TSchema } from '@sinclair/typebox';

const READERS: Record<string, { plain: RegExp; read(text: string): unknown }> = {
  Integer: { plain: /^-?\d{1,15}$/, read: Number },
  Number: { plain: /^-?\d{1,15}(\.\d{1,15})?$/, read: Number },
  Boolean: { plain: /^(true|false|1|0)$/, read: (text) => text === 'true' || text === '1' },
};

/**
 * Reads the numbers and booleans of an object's schema in the values of an address or an environment. These are all
 * text. Reads only what is plainly one: `true`, `1.5` or `3e3` are no integers, and are left for the validation to
 * refuse. TypeBox's own conversion makes them 1, 1 and 3.
 */
export function parseTextValues(schema: TSchema, values: object): object {
  const properties: Record<string, TSchema> = schema.properties ?? {};
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const reader = READERS[properties[name]?.[Kind] ?? ''];
      return [name, typeof text === 'string' && reader?.plain.test(text) ? reader.read(text) : text];
    }),
  );
}
