import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Tabs, Title } from '@mantine/core';
import {
  IconBook2,
  IconCards,
  IconFileImport,
  IconHistory,
  IconHome,
  IconRosetteDiscountCheck,
  IconSettings,
  IconUser,
  IconUserCog,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type AdminView, parseAdminView } from '../lib/pages/admin-view.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import classes from './admin-tabs.module.css';
import { HomeSection } from './home-section.tsx';

const AccountSections = lazy(() => import('../account/account-sections.tsx'));

const PeopleSection = lazy(async () => {
  const { PeopleSection } = await import('../person/people-section.tsx');
  return { default: PeopleSection };
});

const ActsSection = lazy(async () => {
  const { ActsSection } = await import('../act/acts-section.tsx');
  return { default: ActsSection };
});

const OfficialDecksSection = lazy(async () => {
  const { OfficialDecksSection } = await import('./official-decks-section.tsx');
  return { default: OfficialDecksSection };
});

const ImportSection = lazy(async () => {
  const { ImportSection } = await import('../deck-import/import-section.tsx');
  return { default: ImportSection };
});

const CardsSection = lazy(async () => {
  const { CardsSection } = await import('./cards-section.tsx');
  return { default: CardsSection };
});

const LogSection = lazy(async () => {
  const { LogSection } = await import('../log/log-section.tsx');
  return { default: LogSection };
});

const SiteSection = lazy(async () => {
  const { SiteSection } = await import('./site-section.tsx');
  return { default: SiteSection };
});

const RetentionSection = lazy(async () => {
  const { RetentionSection } = await import('./retention-section.tsx');
  return { default: RetentionSection };
});

/** The administrator's tools. On wide screens the sections beside the page take the place of the tabs. The address says which one is open, hence it survives a reload and can be linked to. */
export function AdminTabs() {
  const { t } = useLingui();
  const [query, setQuery] = useSearchParams();
  const view = parseAdminView(query.get('view'));
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a row that is too long, the open tab is to be seen
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected=true]');
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);

  const tab = (name: AdminView, icon: ReactNode, label: ReactNode) => (
    <Tabs.Tab value={name} leftSection={icon}>
      {label}
    </Tabs.Tab>
  );
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
        {tab('home', <IconHome size={18} aria-hidden />, <Trans>Overview</Trans>)}
        {tab('people', <IconUserCog size={18} aria-hidden />, <Trans>People</Trans>)}
        {tab('official', <IconRosetteDiscountCheck size={18} aria-hidden />, <Trans>Official decks</Trans>)}
        {tab('import', <IconFileImport size={18} aria-hidden />, <Trans>Import</Trans>)}
        {tab('cards', <IconCards size={18} aria-hidden />, <Trans>Decks and cards</Trans>)}
        {tab('acts', <IconBook2 size={18} aria-hidden />, <Trans>Book of acts</Trans>)}
        {tab('log', <IconHistory size={18} aria-hidden />, <Trans>System log</Trans>)}
        {tab('site', <IconSettings size={18} aria-hidden />, <Trans>Site</Trans>)}
        {tab('account', <IconUser size={18} aria-hidden />, <Trans>Account</Trans>)}
      </Tabs.List>
      {panel('home', <HomeSection />)}
      {panel('people', <PeopleSection />)}
      {panel('official', <OfficialDecksSection />)}
      {panel('import', <ImportSection />)}
      {panel('cards', <CardsSection />)}
      {panel('acts', <ActsSection />)}
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
  return (
    <Stack component="section" aria-labelledby="account-title">
      <Title id="account-title" order={2} size="h3">
        <Trans>Your account</Trans>
      </Title>
      <AccountSections foldsPassword />
    </Stack>
  );
}
