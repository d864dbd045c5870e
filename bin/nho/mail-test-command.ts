import { emailText } from '../../core/mail/email-text.ts';
import { NotSentError, openMailer } from '../../core/mail/mailer.ts';
import { required } from '../../core/process/config.ts';
import { siteSettings } from '../../core/site/site-settings.ts';
import { isLocale } from '../../core/text/locale.ts';
import { StartError } from '../command/start-error.ts';
import type { NhoCommand, NhoContext } from './nho-command.ts';

/** For the operator who sets emails up, before people need them. */
export const mailTestCommand: NhoCommand = {
  usage: 'mail-test ADDRESS',
  summary: 'Sends an email to an address, with the settings and in the shape of those that people get.',
  options: { language: { type: 'string', help: 'of the email: vi or en; without it vi' } },
  run,
};

async function run({ config, database, options, result, words }: NhoContext): Promise<number> {
  const [address, ...others] = words;
  if (!address || others.length || !/^[^@\s]+@[^@\s]+$/.test(address))
    throw new StartError('mail-test takes one email address.');
  const { language = 'vi' } = options;
  if (!isLocale(language)) throw new StartError(`--language ${language}: not vi or en.`);
  const url = required('SMTP_URL', config.SMTP_URL);
  const publicUrl = required('PUBLIC_URL', config.PUBLIC_URL);
  const from = required('MAIL_FROM', config.MAIL_FROM ?? config.CONTACT_EMAIL);
  const { title } = await siteSettings(database.pool);
  const mailer = await openMailer({ url, from });
  try {
    await mailer.send(address, emailText({ kind: 'trial', language, title, name: null, link: publicUrl }));
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
    throw new StartError(`No email was sent. The mail server, or the way to it, says: ${error.message}`);
  } finally {
    mailer.close();
  }
  result(
    `The mail server has taken an email from ${from} to ${address}. Its link leads to ${publicUrl}. Whether it arrives, the mailbox shows.`,
    { address, from, link: publicUrl },
  );
  return 0;
}
