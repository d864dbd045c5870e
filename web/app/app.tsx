import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { learns } from '../../core/contract/roles.ts';
import { runningExamGuard } from '../exam/attempt/state/running-exam-guard.ts';
import { examDraftGuard } from '../exam/draft/exam-draft-guard.ts';
import { guardLeave } from '../lib/kept/leave-guards.ts';
import { lookAgain, onSessionChange, useIsPageOver, useSession } from '../lib/kept/stored-session.ts';
import { followPage } from '../lib/live/page-life.ts';
import { useAwake } from '../lib/live/use-awake.ts';
import { SiteSettingsProvider } from '../lib/pages/site-settings.tsx';
import { takeStoredLanguage } from '../lib/text/language.ts';
import { ConfirmProvider } from '../ui/feedback/confirm.tsx';
import { NoticesProvider } from '../ui/feedback/notices.tsx';
import { lazyFor } from './lazy-for.ts';
import { cssVariables, theme } from './look/theme.ts';
import { AppRoutes } from './router.tsx';
import { Layout } from './shell/layout.tsx';
import { Offline } from './shell/offline.tsx';
import { readConfig } from './user-cache.tsx';

// Only a student has answers to send. Without the network this part cannot load, and nothing could be sent.
const AnswerSender = lazyFor('student', () =>
  import('../learning/queue/answer-sender.tsx').catch(() => ({ default: () => null })),
);

function AnswerSending() {
  const { role } = useSession();
  const isAwake = useAwake();
  return isAwake && learns(role) ? (
    <Suspense>
      <AnswerSender />
    </Suspense>
  ) : null;
}

/** Another document belongs to the user who is logged in. */
function AnotherDocument() {
  const { t } = useLingui();
  return <a href="/">{t`Reload`}</a>;
}

// Where this part is gone the page loads again; without the network it cannot.
const SomebodyElse = lazyFor('base', () =>
  import('./shell/somebody-else.tsx').catch(() => ({ default: AnotherDocument })),
);

/** Draws the client as long as nobody else has logged in than the user whose page this is; then, who that is. */
function OwnPage({ children }: { children: ReactNode }) {
  // A page that was asleep, or put aside for the way back, has heard of nothing.
  useEffect(() => followPage({ onVisible: lookAgain, onReturn: lookAgain }), []);
  return useIsPageOver() ? (
    <Suspense>
      <SomebodyElse />
    </Suspense>
  ) : (
    children
  );
}

onSessionChange(takeStoredLanguage);
guardLeave(examDraftGuard);
guardLeave(runningExamGuard);

/** The client; what is rendered ahead brings a router of its own. */
export function App({ router: Router = BrowserRouter }: { router?: ComponentType<{ children: ReactNode }> }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <I18nProvider i18n={i18n}>
        <Router>
          <NoticesProvider>
            <SWRConfig value={readConfig}>
              <SiteSettingsProvider>
                <OwnPage>
                  <AnswerSending />
                  <Offline />
                  <ConfirmProvider>
                    <Layout>
                      <AppRoutes />
                    </Layout>
                  </ConfirmProvider>
                </OwnPage>
              </SiteSettingsProvider>
            </SWRConfig>
          </NoticesProvider>
        </Router>
      </I18nProvider>
    </MantineProvider>
  );
}
