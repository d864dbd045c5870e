import type { BrowserContext, Locator, Page } from 'playwright-core';

export type NoticeRole = 'alert' | 'status';
type Holds = (role: string, text: string) => boolean;

interface Noted {
  /** Shown, and not waited for yet. */
  shown: { role: string; text: string }[];
  /** Called with what is shown next and is theirs. */
  waiting: { holds: Holds; resolve: () => void }[];
}

const ofPages = new WeakMap<Page, Noted>();

function notedOf(page: Page): Noted {
  const noted = ofPages.get(page) ?? { shown: [], waiting: [] };
  ofPages.set(page, noted);
  return noted;
}

/**
 * Has every notice noted that the context's pages show. A notice goes away after some seconds. A test on a busy machine
 * may look for it later than that.
 */
export async function noteNotices(context: BrowserContext): Promise<void> {
  // What a page showed is gone with it.
  context.on('page', (page) =>
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        notedOf(page).shown.splice(0);
    }),
  );
  await context.exposeBinding('noteNotice', ({ page }, role: string, text: string) => {
    const { shown, waiting } = notedOf(page);
    const index = waiting.findIndex(({ holds }) => holds(role, text));
    if (index < 0) shown.push({ role, text });
    else waiting.splice(index, 1)[0]!.resolve();
  });
  await context.addInitScript(() => {
    const NOTICES = '[role=alert], [role=status]';
    const { noteNotice } = globalThis as unknown as { noteNotice: (role: string, text: string) => void };
    const known = new WeakSet<Element>();
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        for (const notice of [node, ...node.querySelectorAll('*')]) {
          if (!notice.matches(NOTICES) || known.has(notice)) continue;
          known.add(notice);
          noteNotice(notice.getAttribute('role') ?? '', notice.textContent ?? '');
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The notice; `waitFor` also resolves for one that has come and gone since, and was not waited for before. */
export function notice(page: Page, role: NoticeRole, text: string | RegExp): Locator {
  const locator = page.getByRole(role).filter({ hasText: text });
  const untilSeen = locator.waitFor.bind(locator);
  const holds: Holds = (of, shown) =>
    of === role && (typeof text === 'string' ? plain(shown).includes(plain(text)) : text.test(shown));
  locator.waitFor = async (options = {}) => {
    if ((options.state ?? 'visible') !== 'visible') return untilSeen(options);
    const noted = notedOf(page);
    const index = noted.shown.findIndex((one) => holds(one.role, one.text));
    if (index >= 0) {
      noted.shown.splice(index, 1);
      return;
    }
    // When it is seen before it is noted, this one stays and takes the note, which counts for no other.
    const { promise, resolve } = Promise.withResolvers<void>();
    noted.waiting.push({ holds, resolve });
    const seen = untilSeen(options);
    seen.catch(() => {}); // It may have been noted before.
    await Promise.race([seen, promise]);
  };
  return locator;
}
