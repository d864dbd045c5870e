import type { LetterText } from './letter-text.ts';

/** Milliseconds until a mail server that does not answer is given up. */
const PATIENCE_MS = 15_000;

/** Sends letters by the school's mail server. */
export interface Mailer {
  /** Throws what the server, or the way to it, says. */
  send(address: string, letter: LetterText): Promise<void>;
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
    // Nothing in a letter is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(address, { subject, text, html }) {
      await transport.sendMail({
        from,
        // As an object: an address is never read as a list of several.
        to: { name: '', address },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

/** True when the mail server refuses this letter for good (5xx to its address or content), so that no later try helps. */
export const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
};
