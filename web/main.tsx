import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './app/fonts.css';
import '@mantine/core/styles.layer.css';
import './app/global.css';
import './app/chrome.css';
import './app/print.css';
import { App } from './app/app.tsx';
import { startLanguage } from './lib/language.ts';
import { followMissingParts } from './lib/new-version.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no element "root"');

followMissingParts();
try {
  const sentIn = document.documentElement.lang;
  await startLanguage();
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // What was rendered ahead is taken over as it is, unless it is in another language than the server could know.
  if (container.hasChildNodes() && sentIn === document.documentElement.lang) hydrateRoot(container, app);
  else createRoot(container).render(app);
} catch (error) {
  // Without a catalog there are no texts to show, hence both languages at once.
  container.textContent =
    'Không tải được trang. Bạn hãy thử tải lại. The page could not be loaded; please load it again.';
  throw error;
}
