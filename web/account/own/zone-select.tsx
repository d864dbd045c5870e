import { useLingui } from '@lingui/react/macro';
import { type ComboboxItem, Select } from '@mantine/core';
import type { Body } from '../../../core/api.ts';
import { wordFinder } from '../../../core/text/normal-form.ts';
import { browserTimeZone, timeZones, zoneLabel } from '../time-zone.ts';

/** Stands for the time zone that each login brings. */
const BROWSERS = 'browser';

interface ZoneSelectProps {
  zone: string;
  /** False: each login brings the browser's. */
  isChosen: boolean;
  onChoose: (change: Body<'PATCH /api/me'>) => void;
}

export default function ZoneSelect({ zone, isChosen, onChoose }: ZoneSelectProps) {
  const { t } = useLingui();
  const zones = [...new Set([...timeZones(), zone])];
  return (
    <Select
      label={t`Time zone`}
      description={t`In this time zone, your study day begins and ends at four in the morning.`}
      maw={420}
      searchable
      filter={({ options, search, limit }) => {
        const hasWords = wordFinder(search);
        return (options as ComboboxItem[]).filter(({ label }) => hasWords(label)).slice(0, limit);
      }}
      allowDeselect={false}
      nothingFoundMessage={t`No time zone has this name`}
      value={isChosen ? zone : BROWSERS}
      data={[
        { value: BROWSERS, label: t`Like this device (${zoneLabel(browserTimeZone())})` },
        ...zones.map((each) => ({ value: each, label: zoneLabel(each) })),
      ]}
      onChange={(chosen) =>
        onChoose(
          chosen === BROWSERS || chosen === null
            ? { time_zone: browserTimeZone(), time_zone_chosen: false }
            : { time_zone: chosen, time_zone_chosen: true },
        )
      }
    />
  );
}
