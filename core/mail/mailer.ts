import type { EmailText } from './email-text.ts';

/** Milliseconds until a mail server that does not answer is given up. */
const PATIENCE_MS = 15_000;

/** Where a server refuses what is this email's own: who it is for, or what it says. */
const OF_THE_EMAIL = ['RCPT TO', 'DATA'];

const withoutAddresses = (text: string): string =>
  text
    .split(/([\s<>"'(),;:=]+)/)
    .map((word) => (word.includes('@') ? '(address)' : word))
    .join('');

/** What a mail server, or the way to it, says against an email. It goes into logs: no address is in it. */
export class NotSentError extends Error {
  /** The server refuses this email for good (5xx), so that no later try helps. A login or a sender can be mended. */
  readonly isForGood: boolean;

  constructor({ message, command, responseCode = 0 }: Error & { command?: string; responseCode?: number }) {
    super(withoutAddresses(message));
    this.name = 'NotSentError';
    this.isForGood = responseCode >= 500 && OF_THE_EMAIL.includes(command ?? '');
  }
}

/** Sends emails by the school's mail server. */
export interface Mailer {
  /** Throws a NotSentError. */
  send(address: string, email: EmailText): Promise<void>;
  close(): void;
}

/** Opens the way to a mail server; it is connected to when there is something to send. */
export async function openMailer({ url, from }: { url: string; from: string }): Promise<Mailer> {
  // Loaded only where it is set up.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Nothing in an email is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(address, { subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          // As an object: an address is never read as a list of several.
          to: { name: '', address },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new NotSentError(error as Error);
      }
    },
    close: () => transport.close(),
  };
}
