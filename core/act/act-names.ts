/** Every act that is written down, by its stable name: what it is done to, and what is done. */
export const ACT_NAMES = [
  'class.made',
  'class.renamed',
  'class.deleted',
  'class.deck_added',
  'class.deck_removed',
  'class.member_approved',
  'class.member_rejected',
  'class.member_removed',
  'class.member_joined',
  'class.code_made',
  'class.code_changed',
  'class.code_ended',
  'person.account_made',
  'person.password_given',
  'person.disabled',
  'person.enabled',
  'person.sessions_ended',
  'person.role_changed',
  'person.deleted',
] as const;

export type ActName = (typeof ACT_NAMES)[number];
