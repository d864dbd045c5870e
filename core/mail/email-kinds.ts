/** Emails with a link in them, by which their reader does something once. */
export const LINK_KINDS = ['new_password', 'confirm_email'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Every email. Where somebody registers with the address of an account, its owner is informed by `address_in_use`.
 * `email_changed` informs the address that an account had before, `class_invitation` a person who is invited to teach a
 * class. `account_goes` informs the owner of an account that is erased in some days. `school_connected` and
 * `school_disconnected` inform the owner of one that the school's login now opens, or no more.
 */
export type EmailKind =
  | LinkKind
  | 'address_in_use'
  | 'email_changed'
  | 'account_goes'
  | 'school_connected'
  | 'school_disconnected'
  | 'class_invitation';

export const hasLink = (kind: EmailKind): kind is LinkKind =>
  (LINK_KINDS as readonly string[]).includes(kind);

/** Pages that emails lead to, open as they are: where an account is kept or copied, and where one asks for a new password. */
export const PAGE_PATHS: Partial<Record<EmailKind, string>> = {
  address_in_use: '/forgotten-password',
  account_goes: '/account',
};

/** How long a link is good, in minutes: who forgot a password waits for its email, a confirmation may be read tomorrow. */
export const LINK_MINUTES: Record<LinkKind, number> = { new_password: 30, confirm_email: 3 * 24 * 60 };

/** The page that a link leads to. What opens it stands behind `#`: no server on the way has that in its log. */
export const LINK_PATHS: Record<LinkKind, string> = {
  new_password: '/new-password-by-mail',
  confirm_email: '/confirm-email',
};

/** The page that the link of an invitation leads to; what it ends with opens it. */
export const INVITATION_PATH = '/teach';
