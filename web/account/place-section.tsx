import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { LOCALES } from '../../core/locale.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/loading.tsx';
import { AccountSection } from './account-section.tsx';
import { useSetAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';
import { LANGUAGE_NAME, useChooseLanguage } from './use-choose-language.ts';

// A list that can be searched is large, and no other page for everybody has one.
const ZoneSelect = lazy(() => import('./zone-select.tsx'));

/** Language and time zone. */
export function PlaceSection() {
  const { i18n, t } = useLingui();
  const chooseLanguage = useChooseLanguage();
  const set = useSetAccount();
  return (
    <AccountSection title={t`Language and time zone`}>
      <NativeSelect
        label={t`Language`}
        maw={420}
        value={i18n.locale}
        data={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAME[locale] }))}
        onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value === 'vi' ? 'vi' : 'en')}
      />
      <WithOwnAccount>
        {({ time_zone, time_zone_chosen }) => (
          <ErrorBoundary>
            <Suspense fallback={<Loading minHeight={80} />}>
              <ZoneSelect
                zone={time_zone}
                isChosen={time_zone_chosen}
                onChoose={(change) => void set(change)}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </WithOwnAccount>
    </AccountSection>
  );
}
