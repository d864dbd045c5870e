import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { examDraftGuard } from '../exam/exam-draft-guard.ts';
import { runningExamGuard } from '../exam/running-exam-guard.ts';
import { takeStoredLanguage } from '../lib/language.ts';
import { guardLeave } from '../lib/leave-guards.ts';
import { onSessionChange, useSession } from '../lib/stored-session.ts';
import { useAwake } from '../lib/use-awake.ts';
import { SiteSettingsProvider } from '../site/site-settings.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { Layout } from './layout.tsx';
import { lazyFor } from './lazy-for.ts';
import { Offline } from './offline.tsx';
import { AppRoutes } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { readConfig } from './user-cache.tsx';

// Only a student has answers to send. Without the network this part cannot load, and nothing could be sent.
const AnswerSender = lazyFor('student', () =>
  import('../learning/answer-sender.tsx').catch(() => ({ default: () => null })),
);

/** Sends a student's waiting answers, whatever page is open. */
function AnswerSending() {
  const { role } = useSession();
  const isAwake = useAwake();
  return isAwake && role === 'student' ? (
    <Suspense>
      <AnswerSender />
    </Suspense>
  ) : null;
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
            <AnswerSending />
            <Offline />
            <ConfirmProvider>
              <SWRConfig value={readConfig}>
                <SiteSettingsProvider>
                  <Layout>
                    <AppRoutes />
                  </Layout>
                </SiteSettingsProvider>
              </SWRConfig>
            </ConfirmProvider>
          </NoticesProvider>
        </Router>
      </I18nProvider>
    </MantineProvider>
  );
}
