import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { learns } from '../../core/contract/roles.ts';
import { runningExamGuard } from '../exam/attempt/state/running-exam-guard.ts';
import { examDraftGuard } from '../exam/draft/exam-draft-guard.ts';
import { guardLeave } from '../lib/kept/leave-guards.ts';
import { onSessionChange, useSession } from '../lib/kept/stored-session.ts';
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
