import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { DeckSettings, DeckSettingsBody, Way } from '../../core/deck/deck.schema.ts';
import { CARDS_PER_DAY_MAX, NEW_CARDS_PER_DAY_MAX } from '../../core/deck/deck-limits.ts';
import { wayTexts } from '../deck/way-texts.ts';
import { errorText } from '../lib/error-text.ts';
import { useNotices } from '../ui/notices.tsx';
import classes from './learning-session.module.css';
import { settingsFailureText } from './learning-text.ts';
import {
  checkSettings,
  isAboutMaximum,
  minimumOfMax,
  type SettingsProblem,
  type SettingsValues,
  toSettings,
} from './settings-rules.ts';
import { keepSoundChoice, SPEEDS, soundChoice } from './sound-choice.ts';
import { ClassWayNote } from './ways/class-way.tsx';

const problemTexts: Record<SettingsProblem, MessageDescriptor> = {
  'not-whole': msg`Please enter a whole number`,
  'new-negative': msg`New cards per day cannot be negative`,
  'max-too-low': msg`Maximum cards per day must be at least 10× new cards per day`,
  'too-high': msg`This number is too high`,
};

const problemText = (i18n: I18n, problem: SettingsProblem | undefined) =>
  problem && i18n._(problemTexts[problem]);

export interface SessionSettingsFormProps {
  settings: DeckSettings;
  /** Rejects with the server's refusal. */
  onSave: (settings: DeckSettingsBody) => Promise<void>;
}

/** The student's daily limits for a deck. */
export function SessionSettingsForm({ settings, onSave }: SessionSettingsFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const { way: held = 'turning', class_way: given } = settings;
  const [values, setValues] = useState<SettingsValues>({
    newCards: String(settings.new_cards_per_day),
    maxCards: String(settings.max_cards_per_day),
    way: held,
  });
  const [sound, setSound] = useState(soundChoice);
  const [submitted, setSubmitted] = useState(false);
  const [maxRefused, setMaxRefused] = useState<string>();
  const [saving, setSaving] = useState(false);
  const problems = submitted ? checkSettings(values) : {};

  const change = (name: 'newCards' | 'maxCards') => (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
    setMaxRefused(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const found = checkSettings(values);
    if (found.newCards || found.maxCards) return;
    setSaving(true);
    try {
      await onSave(toSettings(values, held));
      keepSoundChoice(sound);
    } catch (error) {
      if (isAboutMaximum(error)) setMaxRefused(errorText(i18n, error));
      else notices.error(settingsFailureText(i18n, error));
    } finally {
      setSaving(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          type="number"
          inputMode="numeric"
          size="md"
          label={t`New cards per day`}
          value={values.newCards}
          onChange={change('newCards')}
          error={problemText(i18n, problems.newCards)}
          min={0}
          max={NEW_CARDS_PER_DAY_MAX}
          step={1}
          data-autofocus
        />
        <TextInput
          type="number"
          inputMode="numeric"
          size="md"
          label={t`Maximum cards per day`}
          description={t`At least 10 times the new cards: what you learn today comes back on later days.`}
          value={values.maxCards}
          onChange={change('maxCards')}
          error={problemText(i18n, problems.maxCards) ?? maxRefused}
          min={minimumOfMax(values)}
          max={CARDS_PER_DAY_MAX}
          step={1}
        />
        {given && (
          <div>
            <ClassWayNote given={given} />
            <Text size="sm" c="dimmed">
              {given.is_required
                ? t`Your teacher has set this way.`
                : t`Your teacher suggests this way; you may choose another one.`}
            </Text>
          </div>
        )}
        {!given?.is_required && (
          <Radio.Group
            label={t`How to practise`}
            value={values.way}
            onChange={(way) => setValues((current) => ({ ...current, way: way as Way }))}
          >
            {(Object.keys(wayTexts) as Way[]).map((way) => (
              <Radio
                key={way}
                value={way}
                label={i18n._(wayTexts[way])}
                classNames={{ body: classes.way, label: classes.wayLabel }}
              />
            ))}
          </Radio.Group>
        )}
        <Switch
          label={t`Play each card by itself`}
          description={t`On this device, as the speed is.`}
          checked={sound.playsItself}
          onChange={(event) => setSound({ ...sound, playsItself: event.currentTarget.checked })}
          styles={{ body: { minHeight: 44 } }}
        />
        <NativeSelect
          size="md"
          label={t`Speed of the sound`}
          value={String(sound.speed)}
          onChange={(event) => setSound({ ...sound, speed: Number(event.currentTarget.value) })}
          data={SPEEDS.map((speed) => ({ value: String(speed), label: `${i18n.number(speed)}×` }))}
        />
        <Button type="submit" size="md" loading={saving}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </form>
  );
}
