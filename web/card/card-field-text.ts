import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CardField } from '../../core/card/card-fields.ts';

/** What the fields of a card are called where one is chosen. */
export const cardFieldText: Record<CardField, MessageDescriptor> = {
  id: msg`Id`,
  front: msg`Front`,
  back: msg`Back`,
  example_sentence: msg`Example sentence`,
  definition: msg`Definition`,
  part_of_speech: msg`Part of speech`,
  level: msg`Level`,
  audio: msg`Audio`,
};

const isCardField = (name: string): name is CardField => Object.hasOwn(cardFieldText, name);

/** The field's label, or the name itself of one that cards don't have. */
export const fieldLabel = (i18n: I18n, name: string): string =>
  isCardField(name) ? i18n._(cardFieldText[name]) : name;

/** The field as it is called within a sentence. */
export const fieldName = (i18n: I18n, name: string): string =>
  isCardField(name) ? i18n._(cardFieldText[name]).toLocaleLowerCase(i18n.locale) : name;
