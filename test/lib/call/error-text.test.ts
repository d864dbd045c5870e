import { setupI18n } from '@lingui/core';
import t from 'tap';
import { ERRORS, type ErrorCode } from '../../../core/contract/error-codes.ts';
import { AppError } from '../../../core/contract/errors.ts';
import { ApiError } from '../../../web/lib/call/api-client.ts';
import { addErrorTexts, errorMessages, errorText } from '../../../web/lib/call/error-text.ts';
import { furtherErrors } from '../../../web/lib/call/further-errors.ts';
import { readPoCatalog } from '../../locales/po-catalog.ts';

const texts = { ...errorMessages, ...furtherErrors };
const vietnamese = readPoCatalog('vi');
const i18n = setupI18n({
  locale: 'en',
  messages: {
    en: {},
    vi: Object.fromEntries(
      Object.values(texts).map(({ id, message = '' }) => [id, vietnamese.get(message) ?? '']),
    ),
  },
});

const codes = Object.keys(ERRORS) as ErrorCode[];
const names = (code: ErrorCode) => [...ERRORS[code][1].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
/** As the server answers it, each placeholder filled with its name. */
const answerOf = (code: ErrorCode) =>
  new AppError(code, { params: Object.fromEntries(names(code).map((name) => [name, `<${name}>`])) }).toBody();
const sentence = (code: ErrorCode) => answerOf(code).message;
const errorOf = (code: ErrorCode) => {
  const { message, params } = answerOf(code);
  return new ApiError(ERRORS[code][0], code, message, { params });
};

t.test('SL-314 a code whose texts have not come yet is said as the server has said it', async (t) => {
  const { message } = answerOf('class_code_unknown');
  i18n.activate('vi');
  t.equal(errorText(i18n, errorOf('class_code_unknown')), message);
  t.not(
    errorText(i18n, errorOf('unauthenticated')),
    sentence('unauthenticated'),
    'what pages say themselves',
  );
  addErrorTexts(furtherErrors);
  t.not(errorText(i18n, errorOf('class_code_unknown')), message);
});

t.beforeEach(() => i18n.activate('en'));

t.test('ERR-01 every code has exactly the server’s English text', async (t) => {
  for (const code of codes) {
    t.equal(texts[code].message, ERRORS[code][1], code);
    t.equal(errorText(i18n, errorOf(code)), sentence(code), code);
  }
});

t.test('LNG-10 every code has a Vietnamese text, with the same values in it', async (t) => {
  i18n.activate('vi');
  for (const code of codes) {
    const text = errorText(i18n, errorOf(code));
    t.not(text, sentence(code), `${code} is translated`);
    t.ok(text.length > 0, code);
    t.notMatch(text, /[{}]/, `${code} has no placeholder left`);
    for (const name of names(code)) t.match(text, `<${name}>`, code);
  }
});

t.test('ERR-01 the failure of the network has a text of its own', async (t) => {
  const error = new ApiError(0, 'network_error', 'fetch failed');
  t.equal(errorText(i18n, error), 'The server cannot be reached. Please check your connection.');
  i18n.activate('vi');
  t.match(errorText(i18n, error), /^Không kết nối được máy chủ/);
});

t.test('ERR-01 CX-07 else the server’s own message, else the error’s, else "Server error"', async (t) => {
  t.equal(errorText(i18n, new ApiError(404, 'deck_not_found', 'Another sentence')), 'Another sentence');
  t.equal(errorText(i18n, new ApiError(418, 'of_a_later_server' as ErrorCode, 'Tea only')), 'Tea only');
  t.equal(errorText(i18n, new ApiError(502, 'internal_error', '')), 'Server error', 'a proxy’s page');
  t.equal(errorText(i18n, new Error('It broke')), 'It broke');
  t.equal(errorText(i18n, undefined), 'Server error');
});
