import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CardField } from '../../../core/contract/card-fields.ts';
import { cardFieldText } from '../../deck/card-field-text.ts';

export const fileFieldText: Record<CardField, MessageDescriptor> = {
  id: msg`Id`,
  ...cardFieldText,
  front_picture: msg`Picture on the front`,
  front_picture_alt: msg`What the front's picture shows`,
  back_picture: msg`Picture on the back`,
  back_picture_alt: msg`What the back's picture shows`,
  tags: msg`Tags`,
};

const isFileField = (name: string): name is CardField => Object.hasOwn(fileFieldText, name);

/** The field's label, or the name itself of one that cards don't have. */
export const fieldLabel = (i18n: I18n, name: string): string =>
  isFileField(name) ? i18n._(fileFieldText[name]) : name;

/** The field as it is called within a sentence. */
export const fieldName = (i18n: I18n, name: string): string =>
  isFileField(name) ? i18n._(fileFieldText[name]).toLocaleLowerCase(i18n.locale) : name;
