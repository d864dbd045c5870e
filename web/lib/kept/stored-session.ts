import { useSyncExternalStore } from 'react';
import type { LoginAnswer } from '../../../core/account/account.schema.ts';
import { administers, isRole, type Role } from '../../../core/contract/roles.ts';
import { forgetPositions } from '../call/read-position.ts';
import { makeUuid } from '../call/uuid.ts';
import { cachedNames, dropCache } from './expiring-cache.ts';
import { keepOwnSettings } from './own-settings.ts';
import { isOthersNow, OF_OWN_SETTINGS, ownPage, STORAGE_KEY, storedUserId } from './storage-key.ts';

export interface StoredSession {
  token: string | null;
  adminToken: string | null;
  role: Role | null;
  /** True also for a stored role that this version does not know; `role` is then null. */
  hasRole: boolean;
  userId: number | null;
  name: string | null;
  email: string | null;
  /** The last login here was by the school's, and that stays open when somebody logs out. */
  schoolOpen: boolean;
  /** Where logging out leads on to, to end the session at the school as well. */
  schoolLogout: string | null;
  /** Somebody else gave the password: nothing is open until another one is chosen. */
  mustChangePassword: boolean;
  /** The administrator has not let them in yet: nothing but the account is open. */
  awaitsApproval: boolean;
  /** The server has ended the last session here, which nobody has left by a logout. */
  hasEnded: boolean;
}

type StorageName = keyof typeof STORAGE_KEY;

const NO_SESSION: StoredSession = {
  token: null,
  adminToken: null,
  role: null,
  hasRole: false,
  userId: null,
  name: null,
  email: null,
  schoolOpen: false,
  schoolLogout: null,
  mustChangePassword: false,
  awaitsApproval: false,
  hasEnded: false,
};

/** The session on this browser, as the storage says. */
export function readSession(): StoredSession {
  try {
    const role = localStorage.getItem(STORAGE_KEY.role);
    return {
      token: localStorage.getItem(STORAGE_KEY.token),
      adminToken: localStorage.getItem(STORAGE_KEY.adminToken),
      role: isRole(role) ? role : null,
      hasRole: role !== null,
      userId: storedUserId(),
      name: localStorage.getItem(STORAGE_KEY.userName),
      email: localStorage.getItem(STORAGE_KEY.userEmail),
      schoolOpen: localStorage.getItem(STORAGE_KEY.schoolOpen) !== null,
      schoolLogout: localStorage.getItem(STORAGE_KEY.schoolLogout),
      mustChangePassword: localStorage.getItem(STORAGE_KEY.mustChangePassword) !== null,
      awaitsApproval: localStorage.getItem(STORAGE_KEY.awaitsApproval) !== null,
      hasEnded: localStorage.getItem(STORAGE_KEY.hasEnded) !== null,
    };
  } catch {
    return NO_SESSION;
  }
}

export function isLoggedIn(session: StoredSession = readSession()): boolean {
  return session.token !== null || session.adminToken !== null;
}

const listeners = new Set<() => void>();
const announce = () => {
  for (const listener of listeners) listener();
};

/**
 * Keeps the login; one kind of token removes the other, so that role and token always agree. `school` is there when the
 * school's login let the user in.
 */
export function storeLogin(
  { token, device, role, user }: LoginAnswer,
  school?: { logoutUrl: string | null },
): void {
  const isAdmin = administers(role);
  ownPage(user.id);
  // First: other tabs hear of one entry after the other, and none may have this token without knowing whose it is.
  localStorage.setItem(STORAGE_KEY.userId, String(user.id));
  localStorage.removeItem(isAdmin ? STORAGE_KEY.token : STORAGE_KEY.adminToken);
  localStorage.setItem(isAdmin ? STORAGE_KEY.adminToken : STORAGE_KEY.token, token);
  localStorage.setItem(STORAGE_KEY.device, device);
  localStorage.setItem(STORAGE_KEY.role, role);
  localStorage.setItem(STORAGE_KEY.userRole, role);
  localStorage.setItem(STORAGE_KEY.userName, user.name);
  localStorage.setItem(STORAGE_KEY.userEmail, user.email ?? user.user_name ?? '');
  keepMark('mustChangePassword', user.must_change_password);
  keepMark('awaitsApproval', user.awaits_approval);
  keepMark('hasEnded');
  keepMark('schoolOpen', school?.logoutUrl === null);
  if (school?.logoutUrl) localStorage.setItem(STORAGE_KEY.schoolLogout, school.logoutUrl);
  else localStorage.removeItem(STORAGE_KEY.schoolLogout);
  keepOwnSettings(user);
  // The language follows the person: the app hears of the change, and takes it.
  if (user.language) localStorage.setItem(STORAGE_KEY.language, user.language);
  forgetPositions();
  announce();
}

type Mark = 'schoolOpen' | 'mustChangePassword' | 'awaitsApproval' | 'hasEnded';

function keepMark(name: Mark, isSet = false): void {
  if (isSet) localStorage.setItem(STORAGE_KEY[name], 'yes');
  else localStorage.removeItem(STORAGE_KEY[name]);
}

/** Changes what is stored of the session. An answer that comes after somebody else has logged in changes nothing here. */
function change(write: () => void): void {
  if (isOthersNow()) return;
  write();
  announce();
}

/** Keeps the name after its owner has changed it. */
export const storeName = (name: string): void =>
  change(() => localStorage.setItem(STORAGE_KEY.userName, name));

/** Nothing is open until another password is chosen. */
export const requireOwnPassword = (): void => change(() => keepMark('mustChangePassword', true));

/** Whether the administrator has yet to let this user in, as the server says now. */
export const storeWaiting = (isWaiting: boolean): void => change(() => keepMark('awaitsApproval', isWaiting));

/** Puts a new token in the place of the one in use, after the password was changed. */
export const replaceToken = (token: string): void =>
  change(() => {
    const { token: current } = readSession();
    localStorage.setItem(current === null ? STORAGE_KEY.adminToken : STORAGE_KEY.token, token);
    keepMark('mustChangePassword');
  });

/** Shows another address as that of the account. */
export const replaceLoginName = (loginName: string): void =>
  change(() => localStorage.setItem(STORAGE_KEY.userEmail, loginName));

/** Says nothing of a person, and is the computer's own. */
const OF_DEVICE: StorageName[] = ['language', 'device', 'schoolOpen', 'fontsHere'];

/** Forgets whose login it was; `kept` stays. */
function forgetUser(kept: readonly StorageName[]): void {
  for (const name of Object.keys(STORAGE_KEY) as StorageName[])
    if (!kept.includes(name)) localStorage.removeItem(STORAGE_KEY[name]);
  forgetPositions();
}

/**
 * Ends a login that the server no longer accepts. Nothing says whose it was. What it has left is sealed, so that the same
 * user goes on after the next login. The page stays that user's.
 */
export const endSession = (): void =>
  change(() => {
    forgetUser([...OF_DEVICE, ...OF_OWN_SETTINGS]);
    keepMark('hasEnded', true);
  });

/** By which the server knows this browser again; none before the first login. */
export function storedDevice(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY.device) ?? undefined;
  } catch {
    return undefined;
  }
}

/** As `storedDevice`; a browser without one names itself, so that wrong codes from it are counted for it alone. */
export function ownDevice(): string | undefined {
  try {
    // As the server makes them: 22 letters that nobody guesses.
    if (storedDevice() === undefined)
      localStorage.setItem(STORAGE_KEY.device, makeUuid().replaceAll('-', '').slice(0, 22));
  } catch {
    // Without storage the whole address's tries are left.
  }
  return storedDevice();
}

/**
 * Forgets the login and the user's caches, without or with the work of exams; what is the computer's own stays. Throws
 * when the storage refuses.
 */
export function clearSession({ keepsExams = false } = {}): void {
  // Also from a page that was another's: it has said who is logged in now.
  ownPage(storedUserId());
  for (const name of cachedNames('')) if (!keepsExams || !name.startsWith('exam:')) dropCache(name);
  forgetUser(OF_DEVICE);
  ownPage(null);
  announce();
}

let snapshot: StoredSession = NO_SESSION;
let snapshotText = '';

/** React compares snapshots by identity, so an unchanged session must be the same object. */
function currentSnapshot(): StoredSession {
  // Of somebody else nothing is drawn: in the place of the page stands who that is.
  if (isPageOver()) return snapshot;
  const session = readSession();
  const text = JSON.stringify(session);
  if (text !== snapshotText) {
    snapshot = session;
    snapshotText = text;
  }
  return snapshot;
}

/** Reports every change of the session, here or in another tab. Returns a function that stops this. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  // Fires for changes by other tabs only. What is rendered ahead has no window.
  globalThis.window?.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.window?.removeEventListener('storage', listener);
  };
}

/** Has all that shows the session look at it again: a page that was put aside has heard of no change. */
export const lookAgain = announce;

let isOver = false;

/** Whether somebody else is here than the user whose page this is: it stays so until they have left, also while they leave. */
function isPageOver(): boolean {
  isOver = isOthersNow() || (isOver && isLoggedIn());
  return isOver;
}

export const useIsPageOver = (): boolean => useSyncExternalStore(onSessionChange, isPageOver, () => false);

let ahead = NO_SESSION;

/** Has pages be rendered ahead for such a session, and what was rendered for it be taken over. */
export function renderAheadFor(session: Partial<StoredSession>): void {
  ahead = { ...NO_SESSION, ...session };
}

/** The session, also when it changes here or in another tab. */
export function useSession(): StoredSession {
  return useSyncExternalStore(onSessionChange, currentSnapshot, () => ahead);
}
