import type { Pool } from 'pg';
import { DATE_LOCALE } from '../core/locale.ts';
import { ACCOUNT_PATH, hasLink } from '../core/mail/letter-kinds.ts';
import { forgetEndedLinks, makeLink } from '../core/mail/letter-links.ts';
import { type LetterFacts, letterText } from '../core/mail/letter-text.ts';
import { type DueLetter, endLetter, takeLetter } from '../core/mail/letters.ts';
import { type Mailer, NotSentError } from '../core/mail/mailer.ts';
import { siteSettings } from '../core/site/site-settings.ts';
import { WorkLoop } from './work-loop.ts';

const LOOK_MS = 5_000;

interface LetterSenderOptions {
  pool: Pool;
  mailer: Mailer;
  publicUrl: string;
  onError: (error: unknown) => void;
  /** A letter that is given up; whom it was for is not for a log. */
  onGivenUp: (letter: Pick<DueLetter, 'id' | 'kind' | 'tries'>, error?: unknown) => void;
}

const pageOf = (kind: DueLetter['kind'], publicUrl: string): string | undefined =>
  kind === 'account_goes' ? new URL(ACCOUNT_PATH, publicUrl).href : undefined;

const endText = ({ end, language }: DueLetter): LetterFacts['end'] =>
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

/** Sends the letters that wait. Woken by the queue, and by its own look, whatever becomes of the queue. */
export class LetterSender {
  readonly #options: LetterSenderOptions;
  readonly #loop: WorkLoop;

  constructor(options: LetterSenderOptions) {
    this.#options = options;
    this.#loop = new WorkLoop({ everyMs: LOOK_MS, onError: options.onError, work: () => this.#sendDue() });
  }

  /** Starts looking every few seconds. */
  start(): void {
    this.#loop.start();
  }

  /** Resolves when all that is due was tried. */
  look(): Promise<void> {
    return this.#loop.look();
  }

  /** Ends after the letter under way. */
  async close(): Promise<void> {
    await this.#loop.close();
    this.#options.mailer.close();
  }

  async #sendDue(): Promise<void> {
    const { pool } = this.#options;
    await forgetEndedLinks(pool);
    for (let letter = await takeLetter(pool); letter && !this.#loop.isClosed; letter = await takeLetter(pool))
      await this.#send(letter);
  }

  /** What fails for now leaves the letter where it is: its next turn was set when it was taken. */
  async #send(letter: DueLetter): Promise<void> {
    const { pool, mailer, publicUrl, onError, onGivenUp } = this.#options;
    if (letter.isOld) {
      await endLetter(pool, letter.id);
      onGivenUp(letter);
      return;
    }
    const { kind, name, address, end, language } = letter;
    // It is kept after all, or has another address.
    if (kind === 'account_goes' && !end) return endLetter(pool, letter.id);
    // A letter that was perhaps sent before brings a new link, since the one before is not known any more.
    const link = hasLink(kind)
      ? await makeLink(pool, publicUrl, { ...letter, kind })
      : pageOf(kind, publicUrl);
    // Since it was taken, the account's sessions have ended, and the letter with them.
    if (hasLink(kind) && !link) return;
    const { title } = await siteSettings(pool);
    try {
      await mailer.send(address, letterText({ kind, language, title, name, link, end: endText(letter) }));
    } catch (error) {
      if (!(error instanceof NotSentError && error.isForGood)) return onError(error);
      await endLetter(pool, letter.id);
      return onGivenUp(letter, error);
    }
    await endLetter(pool, letter.id);
  }
}
