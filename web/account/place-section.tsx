import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Select } from '@mantine/core';
import { useMemo } from 'react';
import { LOCALES } from '../../core/locale.ts';
import { AccountSection } from './account-section.tsx';
import { useSetAccount } from './own-account.queries.ts';
import { WithOwnAccount } from './own-account.tsx';
import { browserTimeZone, timeZones, zoneLabel } from './time-zone.ts';
import { LANGUAGE_NAME, useChooseLanguage } from './use-choose-language.ts';

/** Stands for the time zone that each login brings. */
const BROWSERS = 'browser';

/** Language and time zone. */
export function PlaceSection() {
  const { i18n, t } = useLingui();
  const chooseLanguage = useChooseLanguage();
  const set = useSetAccount();
  const zones = useMemo(timeZones, []);
  const options = (current: string) => [
    { value: BROWSERS, label: t`Like this device (${zoneLabel(browserTimeZone())})` },
    ...[...new Set([...zones, current])].map((zone) => ({ value: zone, label: zoneLabel(zone) })),
  ];
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
          <Select
            label={t`Time zone`}
            description={t`By it a study day begins and ends, at four in the morning.`}
            maw={420}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t`No time zone is called so`}
            value={time_zone_chosen ? time_zone : BROWSERS}
            data={options(time_zone)}
            onChange={(zone) =>
              void set(
                zone === BROWSERS || zone === null
                  ? { time_zone: browserTimeZone(), time_zone_chosen: false }
                  : { time_zone: zone, time_zone_chosen: true },
              )
            }
          />
        )}
      </WithOwnAccount>
    </AccountSection>
  );
}
