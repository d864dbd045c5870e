import { setupI18n } from '@lingui/core';
import t from 'tap';
import { IMPORT_PROBLEMS, type ImportProblemCode } from '../../core/deck-import/cards/import-problems.ts';
import { importProblemText, importProblemTexts } from '../../web/deck-import/problem-text.ts';
import { fileFieldText } from '../../web/deck-import/upload/file-field-text.ts';
import { readPoCatalog } from '../locales/po-catalog.ts';

const vietnamese = readPoCatalog('vi');
const i18n = setupI18n({
  locale: 'en',
  messages: {
    en: {},
    vi: Object.fromEntries(
      [...Object.values(importProblemTexts), ...Object.values(fileFieldText)].map(({ id, message = '' }) => [
        id,
        vietnamese.get(message) ?? '',
      ]),
    ),
  },
});

const codes = Object.keys(IMPORT_PROBLEMS) as ImportProblemCode[];
const namesIn = (code: ImportProblemCode) =>
  [...IMPORT_PROBLEMS[code].matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
const paramsOf = (code: ImportProblemCode) =>
  Object.fromEntries(namesIn(code).map((name) => [name, `<${name}>`]));
const told = (code: ImportProblemCode) => ({ code, params: paramsOf(code), message: 'of the server' });

t.beforeEach(() => i18n.activate('en'));

t.test('ADM-23 each problem of an import has the server’s English text; there are no others', async (t) => {
  t.same(Object.keys(importProblemTexts).sort(), [...codes].sort());
  for (const code of codes) {
    t.equal(importProblemTexts[code].message, IMPORT_PROBLEMS[code], code);
    const sentence = IMPORT_PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name) => `<${name}>`);
    t.equal(importProblemText(i18n, told(code)), sentence, code);
  }
});

t.test('LNG-10 every problem has a Vietnamese text, with the same values in it', async (t) => {
  i18n.activate('vi');
  for (const code of codes) {
    const text = importProblemText(i18n, told(code));
    t.ok(text.length > 0, code);
    t.not(text, IMPORT_PROBLEMS[code], `${code} is translated`);
    t.notMatch(text, /[{}]/, `${code} has no placeholder left`);
    for (const name of namesIn(code)) t.match(text, `<${name}>`, `${code}: ${name}`);
  }
});

t.test('LNG-10 a field within a sentence has its name in the language of the sentence', async (t) => {
  const missing = { code: 'column_missing', params: { field: 'front', columns: '“Từ”' }, message: '' };
  t.equal(importProblemText(i18n, missing), 'There is no column for the front: choose one of “Từ”');
  i18n.activate('vi');
  t.match(importProblemText(i18n, missing), 'mặt trước');
});

t.test('ERR-36 a problem of a later server is told in its own words', async (t) => {
  t.equal(
    importProblemText(i18n, { code: 'of_later', params: {}, message: 'Something new' }),
    'Something new',
  );
});

t.test('IMF-30 what a program says in English stands behind the sentence, and not in it', async (t) => {
  i18n.activate('vi');
  for (const code of codes)
    if (namesIn(code).includes('detail')) t.match(importProblemText(i18n, told(code)), /: <detail>$/, code);
});
