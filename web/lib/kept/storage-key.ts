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
  /** There when the server has ended the last session, until the next one. */
  hasEnded: 'session_ended',
  /** There when the last login was by the school's, which logging out here does not end. */
  schoolOpen: 'school_open',
  /** Where the session at the school is ended. */
  schoolLogout: 'school_logout',
  device: 'device',
  language: 'userLanguage',
  /** There while keys that are a letter, digit or mark alone are to do nothing. */
  letterKeys: 'letter_keys',
  /** There when lists of a class are shown whole and not page by page. */
  wholeLists: 'whole_lists',
  /** How cards are heard, unless it is as by default. */
  sound: 'card_sound',
  /** There while answers make no sound here, nor are felt. */
  quietAnswers: 'quiet_answers',
  /** There once this browser has the fonts. */
  fontsHere: 'fonts_here',
} as const;

/** Of a person's own settings: they hold here when the server has ended the session, since the person is still here. */
export const OF_OWN_SETTINGS: (keyof typeof STORAGE_KEY)[] = ['letterKeys', 'sound'];

/** Whose login the storage has; null without one. Throws where storage is forbidden. */
export function storedUserId(): number | null {
  const userId = Number(localStorage.getItem(STORAGE_KEY.userId));
  return Number.isInteger(userId) && userId > 0 ? userId : null;
}

/** Null: nobody was logged in since it was opened. Undefined: there is no page, as in a test. */
let owner: number | null | undefined;

/** A page begins, of this user; of the first who logs in, when it is null. */
export function beginPage(userId: number | null | undefined): void {
  owner = userId;
}

/** From now on the page is this user's. */
export function ownPage(userId: number | null): void {
  if (owner !== undefined) owner = userId;
}

/** Whether somebody else has logged in, in another tab, than the user whose page this is. It then does nothing for them. */
export function isOthersNow(): boolean {
  if (owner === undefined) return false;
  try {
    const stored = storedUserId();
    owner ??= stored;
    return stored !== null && stored !== owner;
  } catch {
    // Where storage is forbidden no other tab can change it.
    return false;
  }
}

/** The keys of all entries of a storage that begin with this; none where there is no storage. */
export const keysOf = (storage: Storage | null, prefix: string): string[] =>
  Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );

/** The keys of all entries of the plain storage. Throws where storage is forbidden. */
export const storedKeys = (): string[] => keysOf(localStorage, '');

/** The browser's storage, or null where it is forbidden: reading the property alone may throw. */
export function plainStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Keeps a choice of this device, or drops it. Returns whether it could, which a full or forbidden storage refuses. */
export function keepOrDrop(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
