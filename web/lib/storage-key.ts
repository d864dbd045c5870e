/** The keys of the session, the device and the language in the browser's storage. */
export const STORAGE_KEY = {
  token: 'token',
  adminToken: 'admin_token',
  role: 'role',
  userRole: 'user_role',
  userId: 'user_id',
  userName: 'user_name',
  userEmail: 'user_email',
  mustChangePassword: 'must_change_password',
  awaitsApproval: 'awaits_approval',
  /** Where the session at the school is ended. */
  schoolLogout: 'school_logout',
  device: 'device',
  language: 'userLanguage',
  /** There while keys that are a letter, digit or mark alone are to do nothing. */
  letterKeys: 'letter_keys',
  /** How cards are heard on this device. */
  sound: 'card_sound',
} as const;
