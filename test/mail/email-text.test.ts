import t from 'tap';
import { emailText } from '../../core/mail/email-text.ts';
import { LOCALES } from '../../core/text/locale.ts';

const LINK = 'https://nho.example.org/new-password-by-mail#abc';
const KINDS = [
  'new_password',
  'confirm_email',
  'email_changed',
  'school_connected',
  'school_disconnected',
  'class_invitation',
  'trial',
] as const;
const facts = { title: 'Trường Hoa Sen', name: 'Lan', link: LINK };

for (const kind of KINDS)
  for (const language of LOCALES)
    t.test(`MAI-01 a letter of ${kind} in ${language} says the same as text and as HTML`, async (t) => {
      const { subject, text, html } = emailText({ ...facts, kind, language });
      t.match(subject, /Trường Hoa Sen/);
      t.match(html, `<html lang="${language}">`);
      const words = html.replace(/<title>.*<\/title>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
      for (const line of text.trim().split('\n')) t.ok(words.includes(line.replace(/:$/, '')), line);
      const hasLink = !['email_changed', 'school_connected', 'school_disconnected'].includes(kind);
      t.equal(text.includes(`\n${LINK}\n`), hasLink);
      t.equal(html.includes(`href="${LINK}"`), hasLink);
    });

t.test('MAI-01 names and titles are text on one line, whatever they hold', async (t) => {
  const { subject, text, html } = emailText({
    kind: 'new_password',
    language: 'en',
    title: 'School\r\nBcc: all@example.org',
    name: '<a href="x">Lan</a>\n\nPay here: & now',
    link: LINK,
  });
  t.equal(subject, 'A new password for School Bcc: all@example.org');
  t.match(text, 'Hello <a href="x">Lan</a> Pay here: & now,\n');
  t.notMatch(html, /<a href="x">/);
  t.match(html, 'Hello &#60;a href=&#34;x&#34;&#62;Lan&#60;/a&#62; Pay here: &#38; now,');
});
