import type { Pool } from 'pg';
import { deleteEndedInvitations, makeInvitationLink } from '../core/colleague/invitation.ts';
import type { ExamServices } from '../core/exam/attempt/attempt.ts';
import { submitOverdue } from '../core/exam/attempt/submit.ts';
import type { Storage } from '../core/files/storage.ts';
import { removeErasedFiles } from '../core/files/unused-files.ts';
import { hasLink, PAGE_PATHS } from '../core/mail/email-kinds.ts';
import { forgetEndedLinks, makeLink } from '../core/mail/email-links.ts';
import { type EmailFacts, emailText } from '../core/mail/email-text.ts';
import { type DueEmail, endEmail, queueEmailsOfEnd, takeEmail } from '../core/mail/emails.ts';
import { type Mailer, NotSentError } from '../core/mail/mailer.ts';
import { applyRetention, eraseDue } from '../core/person/retention.ts';
import { forgetChanges } from '../core/postgres/changes.ts';
import { CLOCK_SKEW_MAX, type ClockWatch } from '../core/postgres/clock-watch.ts';
import { WorkLoop } from '../core/process/work-loop.ts';
import { siteSettings } from '../core/site/site-settings.ts';
import { DATE_LOCALE } from '../core/text/locale.ts';

/** The queue wakes these at once; their own poll is for what the queue has lost. */
const POLL_MS = 5_000;
/** Nobody waits for an account to be erased. */
const ERASE_POLL_MS = 60_000;
/** Announcements are kept for an hour: so many more are a small part. */
const FORGET_POLL_MS = 300_000;

/**
 * Marks the accounts that are not kept any longer and erases those that are due. Forgets invited people who never came.
 * Several workers may do so at once. `withEmails`: people with a confirmed address are informed some days before.
 */
export const accountEraser = (
  pool: Pool,
  storage: Pick<Storage, 'disk'>,
  { withEmails, onError }: { withEmails: boolean; onError: (error: unknown) => void },
): WorkLoop =>
  new WorkLoop({
    everyMs: ERASE_POLL_MS,
    onError,
    work: async () => {
      await applyRetention(pool);
      await deleteEndedInvitations(pool);
      if (withEmails) await queueEmailsOfEnd(pool);
      await eraseDue(pool, (keys) => removeErasedFiles(pool, storage, keys));
    },
  });

/** Deletes announcements of changes that everybody has heard. */
export const changeForgetter = (pool: Pool, onError: (error: unknown) => void): WorkLoop =>
  new WorkLoop({ everyMs: FORGET_POLL_MS, onError, work: () => forgetChanges(pool) });

/**
 * Submits the exams whose time is over. Woken by the queue when one ends, and by its own poll, whatever becomes of
 * the queue. The database's clock decides what is over. While that clock and this process's differ, one is wrong, and
 * nothing is submitted: a submission made too early cannot be taken back.
 */
export const examCloser = (
  services: ExamServices,
  clock: Pick<ClockWatch, 'skew'>,
  onError: (error: unknown) => void,
): WorkLoop =>
  new WorkLoop({
    everyMs: POLL_MS,
    onError,
    work: async (loop) => {
      if (Math.abs(await clock.skew()) > CLOCK_SKEW_MAX) return;
      while ((await submitOverdue(services)) > 0 && !loop.isClosed);
    },
  });

interface EmailSenderOptions {
  pool: Pool;
  mailer: Mailer;
  publicUrl: string;
  onError: (error: unknown) => void;
  /** An email that is given up; whom it was for is not for a log. */
  onGivenUp: (email: Pick<DueEmail, 'id' | 'kind' | 'tries'>, error?: unknown) => void;
}

/** Returns what an email leads to. `ended`: what it was for is over meanwhile. */
async function linkOf(
  { id, kind }: Pick<DueEmail, 'id' | 'kind'>,
  { pool, publicUrl }: Pick<EmailSenderOptions, 'pool' | 'publicUrl'>,
): Promise<string | undefined | { ended: true }> {
  const ended = { ended: true } as const;
  if (kind === 'class_invitation') return (await makeInvitationLink(pool, publicUrl, id)) ?? ended;
  if (hasLink(kind)) return (await makeLink(pool, publicUrl, { id, kind })) ?? ended;
  const path = PAGE_PATHS[kind];
  return path && new URL(path, publicUrl).href;
}

const endText = ({ end, language }: DueEmail): EmailFacts['end'] =>
  end
    ? {
        day: new Intl.DateTimeFormat(DATE_LOCALE[language], {
          dateStyle: 'long',
          timeZone: end.timeZone,
        }).format(end.at),
        // A disabled account lets nobody in, and only the administrator takes back what the administrator wants.
        mayKeep: end.reason === 'own' || end.reason === 'unseen',
      }
    : undefined;

/** Sends the emails that wait. Woken by the queue, and by its own poll, whatever becomes of the queue. */
export const emailSender = (options: EmailSenderOptions): WorkLoop => {
  const { pool, mailer, onError } = options;
  return new WorkLoop({
    everyMs: POLL_MS,
    onError,
    work: async (loop) => {
      await forgetEndedLinks(pool);
      for (let email = await takeEmail(pool); email && !loop.isClosed; email = await takeEmail(pool))
        await send(email, options);
    },
    onClosed: () => mailer.close(),
  });
};

/** What fails for now leaves the email where it is: its next turn was set when it was taken. */
async function send(
  email: DueEmail,
  { pool, mailer, publicUrl, onError, onGivenUp }: EmailSenderOptions,
): Promise<void> {
  if (email.isOld) {
    await endEmail(pool, email.id);
    onGivenUp(email);
    return;
  }
  const { kind, name, address, end, language } = email;
  // It is kept after all, or has another address.
  if (kind === 'account_goes' && !end) return endEmail(pool, email.id);
  // An email that was perhaps sent before brings a new link, since the one before is not known any more.
  const link = await linkOf(email, { pool, publicUrl });
  // Since then the account's sessions have ended, or the invitation has.
  if (typeof link === 'object') return endEmail(pool, email.id);
  const { title } = await siteSettings(pool);
  try {
    await mailer.send(address, emailText({ kind, language, title, name, link, end: endText(email) }));
  } catch (error) {
    if (!(error instanceof NotSentError && error.isForGood)) return onError(error);
    await endEmail(pool, email.id);
    return onGivenUp(email, error);
  }
  await endEmail(pool, email.id);
}
