import { STORAGE_KEY } from '../lib/kept/storage-key.ts';
import { givenName, initialOf } from '../lib/text/given-name.ts';
import { visitorsLocale } from '../lib/text/visitors-locale.ts';
import { STAND_IN, VISITOR } from './stand-in.ts';

// Runs inside of documents, before any file has come: `web/build/page-documents.ts` makes one small script of it.

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
  const named = (text: string) =>
    parts.reduce((done, part) => done.replaceAll(part(STAND_IN), () => part(name)), text);
  const nodes = document.createTreeWalker(content, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    if (node instanceof Text) node.data = named(node.data);
    else if (node instanceof Element) for (const one of node.attributes) one.value = named(one.value);
  }
}

function draw(): void {
  const template = document.querySelector<HTMLTemplateElement>('#ahead');
  if (!template || !isForThem(template.dataset)) return;
  const content = document.importNode(template.content, true);
  if (template.dataset.role !== VISITOR) {
    const name = stored('userName');
    if (!name?.trim()) return;
    writeName(content, name);
  }
  const root = document.getElementById('root')!;
  // Nothing of it works yet, so what is pressed or typed would be lost: `wake-up.tsx` ends that.
  root.inert = true;
  root.ariaHidden = 'true';
  root.append(content);
}

try {
  draw();
} catch {
  // Without storage nobody is known; the client then draws all by itself.
}
