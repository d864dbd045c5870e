import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { OneOf } from '../../contract/endpoint.ts';
import { OPTION_TEXT_MAX } from '../exam-limits.ts';
import type { QuestionSchema } from './question-kind.ts';

/** The letter of one of a question's four options. */
export const OptionLetter = OneOf(['A', 'B', 'C', 'D']);
export type OptionLetter = Static<typeof OptionLetter>;

const options = <T extends TSchema>(text: T) => ({
  option_a: text,
  option_b: text,
  option_c: text,
  option_d: text,
});

/** A question with four options, of which one is right. */
export const choiceSchema = {
  shown: options(Type.String()),
  key: { correct_option: OptionLetter },
  written: options(Type.String({ maxLength: OPTION_TEXT_MAX })),
  answer: OptionLetter,
} satisfies QuestionSchema;
