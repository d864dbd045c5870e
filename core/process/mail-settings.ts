import { Type } from '@sinclair/typebox';

/** Settings of letters; docs/operating.md explains each. */
export const MAIL_SETTINGS = {
  /** The school's mail server; absent, no letters are sent. */
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^(smtp|smtps)://.+',
      description: 'a URL such as smtps://user:password@mail.example.org',
    }),
  ),
  /** From whom letters come. Default: CONTACT_EMAIL. */
  MAIL_FROM: Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', description: 'an email address' })),
};

/** Returns what is missing for letters, in sentences. */
export const mailProblems = ({
  SMTP_URL,
  PUBLIC_URL,
  MAIL_FROM,
  CONTACT_EMAIL,
}: Partial<
  Record<'SMTP_URL' | 'PUBLIC_URL' | 'MAIL_FROM' | 'CONTACT_EMAIL', string | undefined>
>): string[] =>
  SMTP_URL && !(PUBLIC_URL && (MAIL_FROM ?? CONTACT_EMAIL))
    ? ['SMTP_URL needs PUBLIC_URL, for the links in letters, and MAIL_FROM or CONTACT_EMAIL']
    : [];
