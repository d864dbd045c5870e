import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { DeckSettings } from '../../deck/deck.schema.ts';
import { MAX_PER_NEW } from '../../deck/deck-limits.ts';
import { Scheduler } from '../memory/memory.ts';

/** Other rules of learning, as an analyst writes them down. What is left out is as it is live. */
export const OtherRules = Type.Partial(
  Type.Object(
    {
      weights: Type.Array(Type.Number(), {
        minItems: 21,
        maxItems: 21,
        description:
          "The weights of FSRS-6, w0 to w20, for everybody. Live: the student's own, else its authors'.",
      }),
      retention: Type.Number({
        minimum: 0.8,
        maximum: 0.95,
        description: 'The chance of recall at which a card is due. Live: 0.9.',
      }),
      maximum_interval: Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: 'The longest interval in days. Live: 365.',
      }),
      new_cards_per_day: Type.Integer({
        ...DeckSettings.properties.new_cards_per_day,
        description:
          'New cards a day in each deck, in the simulation. When it is left out, as many are met as really were.',
      }),
      max_cards_per_day: Type.Integer({
        ...DeckSettings.properties.max_cards_per_day,
        description: "Cards a day in each deck, in the simulation. Live: the student's setting for the deck.",
      }),
      seed: Type.Integer({
        minimum: 0,
        maximum: 0xffffffff,
        description: 'Another one draws other answers in the simulation. Default 1.',
      }),
      days: Type.Integer({
        minimum: 1,
        maximum: 365,
        description: 'For how many days the cards due are counted. Default 30.',
      }),
    },
    { additionalProperties: false },
  ),
);
export type OtherRules = Static<typeof OtherRules>;

/** Thrown for rules that cannot be meant; the message is one sentence a problem, a line each. */
export class OtherRulesError extends Error {
  override name = 'OtherRulesError';
}

/** The rules that a text says. Throws an OtherRulesError that names everything that is wrong. */
export function readOtherRules(text: string): OtherRules {
  const value = parse(text);
  const problems = problemsOf(value);
  if (problems.length) throw new OtherRulesError(problems.join('\n'));
  return value as OtherRules;
}

function parse(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OtherRulesError(`This is not JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OtherRulesError('This must be one JSON object, such as {"retention": 0.85}.');
  return value;
}

const properties: Record<string, TSchema> = OtherRules.properties;

function problemsOf(rules: object): string[] {
  const problems = Object.entries(rules).flatMap(([key, value]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!schema) return [`There is no rule "${key}": there are ${Object.keys(properties).join(', ')}.`];
    if (Value.Check(schema, value)) return [];
    return [`${key} must be ${meant(schema)}, not ${shown(value)}.`];
  });
  if (problems.length) return problems;
  const { weights, new_cards_per_day, max_cards_per_day } = rules as OtherRules;
  if (weights)
    try {
      new Scheduler({ weights });
    } catch (error) {
      problems.push(`${(error as RangeError).message}.`);
    }
  if (
    new_cards_per_day !== undefined &&
    max_cards_per_day !== undefined &&
    max_cards_per_day < new_cards_per_day * MAX_PER_NEW
  )
    problems.push(
      `max_cards_per_day must be at least ${MAX_PER_NEW} times new_cards_per_day, as it must in a deck's settings.`,
    );
  return problems;
}

const meant = ({ type, minimum, maximum, minItems }: TSchema): string =>
  type === 'array'
    ? `${minItems} numbers`
    : `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) return `${value.length} numbers`;
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
