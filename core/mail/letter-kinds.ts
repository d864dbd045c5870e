/** Letters with a link in them, by which their reader does something once. */
export const LINK_KINDS = ['new_password', 'confirm_email'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Every letter; `email_changed` informs the address that an account had before. */
export type LetterKind = LinkKind | 'email_changed';

export const hasLink = (kind: LetterKind): kind is LinkKind => kind !== 'email_changed';

/** How long a link is good, in minutes: who forgot a password waits for its letter, a confirmation may be read tomorrow. */
export const LINK_MINUTES: Record<LinkKind, number> = { new_password: 30, confirm_email: 3 * 24 * 60 };

/** The page that a link leads to. What opens it stands behind `#`: no server on the way has that in its log. */
export const LINK_PATHS: Record<LinkKind, string> = {
  new_password: '/new-password-by-mail',
  confirm_email: '/confirm-email',
};
