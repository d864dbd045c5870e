/** Letters with a link in them, by which their reader does something once. */
export const LINK_KINDS = ['new_password', 'confirm_email'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Every letter; `email_changed` informs the address that an account had before, `account_goes` whose account is erased in some
 * days.
 */
export type LetterKind = LinkKind | 'email_changed' | 'account_goes';

export const hasLink = (kind: LetterKind): kind is LinkKind =>
  (LINK_KINDS as readonly string[]).includes(kind);

/** The page of the own account, where its owner keeps it and takes a copy of its data. */
export const ACCOUNT_PATH = '/account';

/** How long a link is good, in minutes: who forgot a password waits for its letter, a confirmation may be read tomorrow. */
export const LINK_MINUTES: Record<LinkKind, number> = { new_password: 30, confirm_email: 3 * 24 * 60 };

/** The page that a link leads to. What opens it stands behind `#`: no server on the way has that in its log. */
export const LINK_PATHS: Record<LinkKind, string> = {
  new_password: '/new-password-by-mail',
  confirm_email: '/confirm-email',
};
