import { FormatRegistry, Kind, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { Value } from '@sinclair/typebox/value';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import type { FastifySchemaValidationError } from 'fastify';
import fp from 'fastify-plugin';
import { EMAIL_PATTERN } from '../../core/account/account-limits.ts';
import { fieldsAsSeen } from '../../core/contract/endpoint.ts';
import { parseTextValues } from '../../core/contract/read-text.ts';
import { levelled } from '../../core/text/normal-form.ts';

/** Of the calendar: 2026-02-30 is none. Of years that stay within four digits, whatever is added to them. */
const isDate = (text: string): boolean =>
  /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** In UTC, as `toJSON` writes it; the fraction may have any length, and seconds may be left out. */
const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const FORMATS: Record<string, (text: string) => boolean> = {
  email: matches(EMAIL_PATTERN),
  uuid: matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i),
  date: isDate,
  'date-time': isTime,
};

/** Parts of a request that travel as text: their numbers and booleans are read out of it. */
const TEXT_PARTS = new Set(['params', 'querystring']);

/**
 * Checks requests against the contracts' TypeBox schemas. A JSON body must have the right types as it is. Unknown
 * fields are ignored, and no handler hands a body on as a whole.
 */
export const contracts = fp(
  async (app) => {
    for (const [name, check] of Object.entries(FORMATS)) FormatRegistry.Set(name, check);

    app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
      // A schema that is not TypeBox's comes from a plugin, which checks its own input.
      if (!(Kind in schema)) return (value) => ({ value });
      // Compiled when first needed: most calls are seldom made, and starting would wait for them all.
      let compiled: TypeCheck<TSchema> | undefined;
      const isText = TEXT_PARTS.has(httpPart ?? '');
      const seen = httpPart === 'body' ? fieldsAsSeen(schema) : [];
      return (value) => {
        const read = isText ? Value.Default(schema, parseTextValues(schema, value)) : asSeen(value, seen);
        // Headers are text that Node has checked already.
        const nul = httpPart === 'headers' || isPlain(read) ? undefined : findNul(read);
        if (nul !== undefined)
          return { error: [toValidationError({ path: nul, message: 'Unexpected NUL character' })] };
        compiled ??= TypeCompiler.Compile(schema);
        if (compiled.Check(read)) return { value: read };
        return { error: [...compiled.Errors(read)].slice(0, 50).map(toValidationError) };
      };
    });

    app.setSerializerCompiler<AnySchema>(({ schema }) => {
      let compiled: ((value: unknown) => string) | undefined;
      return (value) => {
        compiled ??= fastJson(schema);
        return compiled(value);
      };
    });
  },
  { name: 'contracts' },
);

/** A body with these texts as they are seen. */
function asSeen(body: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return body;
  const given = body as Record<string, unknown>;
  const texts = fields.flatMap((field) => {
    const text = given[field];
    return typeof text === 'string' ? [[field, levelled(text)]] : [];
  });
  return { ...given, ...Object.fromEntries(texts) };
}

/** True for a flat object whose texts have no NUL: nearly every request, checked without allocating. */
function isPlain(value: unknown): boolean {
  for (const key in value as object) {
    const part = (value as Record<string, unknown>)[key];
    if (typeof part === 'string' ? part.includes('\0') : typeof part === 'object') return false;
  }
  return typeof value === 'object';
}

/** The path of a text with a NUL character, which Postgres cannot keep. Not recursive: a body may be nested deeply. */
function findNul(value: unknown): string | undefined {
  const open: [path: string, value: unknown][] = [['', value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, part] = next;
    if (typeof part === 'string' && part.includes('\0')) return path;
    if (typeof part === 'object' && part !== null)
      for (const [key, child] of Object.entries(part)) open.push([`${path}/${key}`, child]);
  }
  return undefined;
}

const toValidationError = ({
  path,
  message,
}: {
  path: string;
  message: string;
}): FastifySchemaValidationError =>
  // Fastify's type is Ajv's; the error handler reads only these two.
  ({ instancePath: path, message, keyword: '', schemaPath: '', params: {} });
