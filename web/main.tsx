import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './app/look/fonts.css';
import '@mantine/core/styles.layer.css';
import './app/look/global.css';
import './app/look/chrome.css';
import './app/look/print.css';
import { App } from './app/app.tsx';
import { loadRenderedAhead } from './app/router.tsx';
import { loadFrame } from './app/shell/layout.tsx';
import { drawInLargePieces, wakeUp } from './app/wake-up.tsx';
import { awaitEarlyReads } from './lib/call/early-reads.ts';
import { beginPage } from './lib/kept/storage-key.ts';
import { isLoggedIn, readSession, renderAheadFor } from './lib/kept/stored-session.ts';
import { followMissingParts } from './lib/live/new-version.ts';
import { isFocusPath } from './lib/pages/focus-paths.ts';
import { startLanguage } from './lib/text/language.ts';
import { VISITOR } from './lib/text/stand-in.ts';
import { leaveKeysToInputMethods } from './ui/control/keys.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element "root"');

/** Shows the client in its place. */
async function start(container: HTMLElement): Promise<void> {
  const { pathname } = location;
  const sentIn = document.documentElement.lang;
  await startLanguage();
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  const isAhead = container.hasChildNodes() && sentIn === document.documentElement.lang;
  // A page for everybody works already; of others there is a picture.
  const picture = container.inert ? document.querySelector<HTMLElement>('#ahead')?.dataset : undefined;
  // All that is drawn first is there by then: a tap that comes while a part is awaited would find that part gone. A part
  // that does not come says so in its place.
  if (isAhead) {
    const hasFrame = isLoggedIn() && !isFocusPath(pathname);
    await Promise.allSettled([
      loadRenderedAhead(pathname),
      hasFrame && loadFrame(),
      picture?.fate && awaitEarlyReads(),
    ]);
  }
  const session = readSession();
  // Meanwhile somebody may have logged in or out in another tab.
  const isTheirs = !picture || picture.role === (isLoggedIn(session) ? session.role : VISITOR);
  // As a transition it is done in pieces: a slow phone scrolls, and hears a tap, meanwhile.
  startTransition(() => {
    if (isAhead && isTheirs && picture?.fate !== 'replaced') {
      if (picture) renderAheadFor(session);
      hydrateRoot(container, app);
    } else {
      drawInLargePieces();
      createRoot(container).render(app);
    }
  });
}

// Before anything is asked for: from here on it is this user's page alone.
beginPage(readSession().userId);
followMissingParts();
leaveKeysToInputMethods();
// Nobody waits for it: a page is translated once it is there.
import('./lib/live/translated-page.ts').then(({ followTranslation }) => followTranslation()).catch(() => {});
// Not awaited here: the parts that it loads import this file's chunk, which would wait for them.
start(container).catch((error: unknown) => {
  wakeUp(container);
  // Without a catalog there are no texts to show, hence both languages at once.
  container.textContent =
    'Không tải được trang. Bạn hãy thử tải lại. The page could not be loaded; please load it again.';
  throw error;
});
