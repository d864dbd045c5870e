import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';
import { openMailer } from '../../core/mail/mailer.ts';
import { emailSender } from '../../workers/timed-work.ts';
import { until } from '../harness/until.ts';

export interface Email {
  to: string;
  /** Headers and body, with what is quoted for the way read back. */
  text: string;
}

/** Reads what a mail is written in for its way: quoted-printable and base64, part by part. */
function readable(mail: string): string {
  const quoted = (text: string) =>
    Buffer.from(
      text
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
  const words = (text: string) =>
    text
      .replace(/\?=\r?\n\s+=\?/g, '?==?')
      .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, how, said) =>
        how.toUpperCase() === 'B'
          ? Buffer.from(said, 'base64').toString('utf8')
          : quoted(said.replaceAll('_', '=20')),
      );
  return words(mail)
    .split(/\r?\n--[^\r\n]+\r?\n/)
    .map((part) => {
      const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
      const body = rest.join('\n\n');
      if (/transfer-encoding: base64/i.test(head))
        return `${head}\n\n${Buffer.from(body, 'base64').toString('utf8')}`;
      return /transfer-encoding: quoted-printable/i.test(head) ? `${head}\n\n${quoted(body)}` : part;
    })
    .join('\n');
}

/** A mail server that keeps what it is sent. `refuse` makes it answer with that code from then on, to whom or from whom. */
export async function postOffice(t: Test) {
  const emails: Email[] = [];
  let refusal: { code: number; of: 'sender' | 'reader' } | undefined;
  let port = 0;
  // Servers repeat the address.
  const refused = (who: 'sender' | 'reader', address: string) =>
    refusal?.of === who
      ? Object.assign(new Error(`5.1.1 <${address}>: not today`), { responseCode: refusal.code })
      : null;
  const open = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: ({ address }, _session, answer) => answer(refused('sender', address)),
      onRcptTo: ({ address }, _session, answer) => answer(refused('reader', address)),
      onData(stream, session, answer) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const text = readable(Buffer.concat(parts).toString('latin1'));
          for (const { address } of session.envelope.rcptTo) emails.push({ to: address, text });
          answer();
        });
      },
    });
    server.on('error', () => {});
    return new Promise<SMTPServer>((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.server.address() as AddressInfo).port;
        resolve(server);
      }),
    );
  };
  let running: SMTPServer | undefined = await open();
  const close = () =>
    new Promise<void>((resolve) => {
      if (!running) return resolve();
      running.close(() => resolve());
      running = undefined;
    });
  t.teardown(close);
  const to = (address: string) => emails.filter((email) => email.to === address);
  const url = `smtp://127.0.0.1:${port}`;
  return {
    url,
    /** The worker's part, which does not look by itself: what it sends, a test asked for. */
    async senderOf(t: Test, pool: Pool, publicUrl: string) {
      const errors: unknown[] = [];
      const givenUp: string[] = [];
      const sender = emailSender({
        pool,
        mailer: await openMailer({ url, from: 'school@example.org' }),
        publicUrl,
        onError: (error) => errors.push(error),
        onGivenUp: ({ kind }, error) => {
          givenUp.push(kind);
          t.notMatch(inspect(error, { depth: 9 }), /@example/, 'no address is told');
        },
      });
      t.teardown(() => sender.close());
      return { sender, errors, givenUp };
    },
    emails,
    to,
    /** The newest email to an address, once it has come; of several, the one after so many. */
    async next(address: string, after = 0): Promise<Email> {
      await until(() => to(address).length > after, `a letter to ${address}`);
      return to(address).at(-1)!;
    },
    refuse(code: number | undefined, of: 'sender' | 'reader' = 'reader') {
      refusal = code === undefined ? undefined : { code, of };
    },
    close,
    async reopen() {
      running = await open();
    },
  };
}

/** What opens the link of an email: what stands in it behind `#`. */
export const tokenIn = ({ text }: Email): string => /#([\w-]{22})/.exec(text)?.[1] ?? '';
