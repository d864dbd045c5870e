import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { givenName, initialOf } from '../lib/text/given-name.ts';
import { type FirstView, STAND_IN, VISITOR } from '../lib/text/stand-in.ts';
import { visitorsLocale } from '../lib/text/visitors-locale.ts';
import {
  type Fill,
  fillAdmin,
  fillClass,
  fillExam,
  fillSession,
  type Heard,
  replaceTexts,
} from './first-view.ts';

// Runs inside of documents, before any file has come: `web/build/page-documents.ts` makes one small script of it.

/** Written in by the build, so that each document has what fills its own first view, if it has one. */
declare const FIRST_VIEW: FirstView | null;

const stored = (key: keyof typeof STORAGE_KEY) => localStorage.getItem(STORAGE_KEY[key]);

const isUser = (role: string | undefined) =>
  stored('role') === role &&
  stored(role === 'admin' ? 'adminToken' : 'token') !== null &&
  stored('mustChangePassword') === null &&
  stored('awaitsApproval') === null;

/** Returns whether it will be shown to the person at this browser, at this address and in the document's language. */
function isForThem({ role, search }: DOMStringMap): boolean {
  const isTheirs =
    role === VISITOR ? stored('token') === null && stored('adminToken') === null : isUser(role);
  return (
    isTheirs &&
    visitorsLocale() === document.documentElement.lang &&
    (location.search === '' || search === 'any')
  );
}

/** Writes the user's name where it belongs, always as text. */
function writeName(content: Node, name: string): void {
  const parts = [(full: string) => full, givenName, initialOf];
  replaceTexts(
    content,
    parts.map((part) => [part(STAND_IN), part(name)]),
  );
}

/** What was asked for with the document; undefined when not all of it came. */
async function heardOf({ answers }: NonNullable<typeof earlyReads>): Promise<Heard | undefined> {
  const entries = await Promise.all(
    Object.entries(answers).map(async ([address, answer]) => [address, await answer] as const),
  );
  if (!entries.every(([, entry]) => entry?.status === 200)) return undefined;
  return new Map(entries.map(([address, entry]) => [address, entry!.data]));
}

/** Shows the first view with what the document has asked for, unless the page is there before it. */
async function drawFirstView(root: HTMLElement, name: string, fill: Fill): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#first-view');
  const early = globalThis.earlyReads;
  if (!template || !early) return;
  const heard = await heardOf(early);
  const view = document.importNode(template.content, true);
  const { words = '{}' } = template.dataset;
  if (!heard || !root.inert || (stored('token') ?? stored('adminToken')) !== early.token) return;
  if (!fill(view, heard, JSON.parse(words))) return;
  writeName(view, name);
  root.replaceChildren(...root.querySelectorAll('style'), view);
}

function draw(): void {
  const template = document.querySelector<HTMLTemplateElement>('#ahead');
  if (!template || !isForThem(template.dataset)) return;
  const content = document.importNode(template.content, true);
  const name = stored('userName')?.trim() ?? '';
  if (template.dataset.role !== VISITOR) {
    if (name === '') return;
    writeName(content, name);
  }
  const root = document.getElementById('root')!;
  // Nothing of it works yet, so what is pressed or typed would be lost: `wake-up.tsx` ends that.
  root.inert = true;
  root.ariaHidden = 'true';
  root.append(content);
  const fill =
    (FIRST_VIEW === 'session' && fillSession) ||
    (FIRST_VIEW === 'exam' && fillExam) ||
    (FIRST_VIEW === 'class' && fillClass) ||
    (FIRST_VIEW === 'admin' && fillAdmin);
  if (fill) drawFirstView(root, name, fill).catch(() => {});
}

try {
  draw();
} catch {
  // Without storage nobody is known; the client then draws all by itself.
}
