import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { BrowserRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { examDraftGuard } from '../exam/exam-draft-guard.ts';
import { guardLeave } from '../lib/leave-guards.ts';
import { SiteSettingsProvider } from '../site/site-settings.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { AnswerSending } from './answer-sending.tsx';
import { BatchNews } from './batch-news.tsx';
import { Layout } from './layout.tsx';
import { AppRoutes } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { readConfig } from './user-cache.tsx';

guardLeave(examDraftGuard);

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <I18nProvider i18n={i18n}>
        <BrowserRouter>
          <NoticesProvider>
            <AnswerSending />
            <BatchNews />
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
        </BrowserRouter>
      </I18nProvider>
    </MantineProvider>
  );
}
