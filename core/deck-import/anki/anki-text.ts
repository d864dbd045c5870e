import { decodeHTML } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { ankiTextBy } from '../formats/page-marks.ts';

/** Reads a field of a note on the server. */
export const ankiText = ankiTextBy({ Tokenizer, decodeHTML });
