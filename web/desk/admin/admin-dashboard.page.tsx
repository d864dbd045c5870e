import { useLingui } from '@lingui/react/macro';
import { Container, Stack, Tabs, Title, VisuallyHidden } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../lib/kept/stored-session.ts';
import { ADMIN_VIEWS, type AdminView, parseAdminView } from '../../lib/pages/admin-view.ts';
import { usePageTitle } from '../../lib/pages/page-title.ts';
import { SECTION_LOOK } from '../../lib/pages/section-look.ts';
import { useSiteSettings } from '../../lib/pages/site-settings.tsx';
import { EntryQuestion } from '../../site/settings/entry-question.tsx';
import { HomeSection } from '../../site/settings/home-section.tsx';
import { lazyNamed } from '../../ui/control/lazy-named.ts';
import { TitledSection } from '../../ui/control/titled-section.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import classes from './admin-tabs.module.css';

const AccountSections = lazy(() => import('../../account/own/account-sections.tsx'));

const PeopleSection = lazyNamed('PeopleSection', () => import('./people-section.tsx'));

const AuditSection = lazyNamed('AuditSection', () => import('../../audit/audit-section.tsx'));

const OfficialDecksSection = lazyNamed(
  'OfficialDecksSection',
  () => import('../../site/official/official-decks-section.tsx'),
);

const ImportSection = lazyNamed('ImportSection', () => import('../../deck-import/import-section.tsx'));

const CardsSection = lazyNamed('CardsSection', () => import('../../site/official/cards-section.tsx'));

const LogSection = lazyNamed('LogSection', () => import('../../log/log-section.tsx'));

const SiteSection = lazyNamed('SiteSection', () => import('../../site/settings/site-section.tsx'));

const RetentionSection = lazyNamed(
  'RetentionSection',
  () => import('../../site/settings/retention-section.tsx'),
);

/**
 * The administrator's tools. On wide screens the sections beside the page take the place of the tabs. The address says
 * which one is open, hence it survives a reload and can be linked to.
 */
function AdminTabs() {
  const { t, i18n } = useLingui();
  const { entry_is_chosen: isChosen } = useSiteSettings();
  const [query, setQuery] = useSearchParams();
  const view = parseAdminView(query.get('view'));
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a row that is too long, the open tab is to be seen
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected=true]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);

  const panel = (name: AdminView, content: ReactNode) => (
    <Tabs.Panel value={name}>
      <ErrorBoundary>
        <Suspense fallback={<Loading minHeight={320} />}>{content}</Suspense>
      </ErrorBoundary>
    </Tabs.Panel>
  );
  return (
    <Tabs value={view} onChange={(chosen) => setQuery({ view: parseAdminView(chosen) })} keepMounted={false}>
      <Tabs.List ref={list} aria-label={t`What to administer`} mb="lg" className={classes.list}>
        {ADMIN_VIEWS.map((name) => {
          const { label, icon: Icon } = SECTION_LOOK[`admin-${name}`];
          return (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size={18} aria-hidden />}>
              {i18n._(label)}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {panel('home', isChosen ? <HomeSection /> : <EntryQuestion />)}
      {panel('people', <PeopleSection />)}
      {panel('official', <OfficialDecksSection />)}
      {panel('import', <ImportSection />)}
      {panel('cards', <CardsSection />)}
      {panel('acts', <AuditSection />)}
      {panel('log', <LogSection />)}
      {panel(
        'site',
        <Stack gap="xl">
          <SiteSection />
          <RetentionSection />
        </Stack>,
      )}
      {panel('account', <AccountSection />)}
    </Tabs>
  );
}

function AccountSection() {
  const { t } = useLingui();
  return (
    <TitledSection order={2} title={t`Your account`}>
      <AccountSections foldsPassword />
    </TitledSection>
  );
}

export default function AdminDashboardPage() {
  const { t } = useLingui();
  const { name } = useSession();
  const [query] = useSearchParams();
  const isHome = parseAdminView(query.get('view')) === 'home';
  usePageTitle(t`Administration`);
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        {isHome ? (
          <Title order={1}>{name === null ? t`Welcome!` : t`Welcome, ${name}!`}</Title>
        ) : (
          // What is seen of it is the name of the section.
          <VisuallyHidden component="h1">{t`Administration`}</VisuallyHidden>
        )}
        <AdminTabs />
      </Stack>
    </Container>
  );
}
