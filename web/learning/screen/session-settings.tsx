import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  Button,
  Group,
  Input,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { type Icon, IconCards, IconEar, IconKeyboard, IconListCheck } from '@tabler/icons-react';
import { type ChangeEvent, useId, useState } from 'react';
import { SOUND_SPEEDS } from '../../../core/account/account-limits.ts';
import { addressOf } from '../../../core/address.ts';
import type { DeckSettings, DeckSettingsBody, Way } from '../../../core/deck/deck.schema.ts';
import {
  CARDS_PER_DAY_MAX,
  MAX_PER_NEW,
  NEW_CARDS_PER_DAY_MAX,
  WAYS,
} from '../../../core/deck/deck-limits.ts';
import { wayTexts } from '../../deck/way-texts.ts';
import { callApi } from '../../lib/call/api-client.ts';
import { errorText } from '../../lib/call/error-text.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { keepOwnSettings } from '../../lib/kept/own-settings.ts';
import { areAnswersQuiet, keepAnswersQuiet, soundChoice } from '../../lib/kept/sound-choice.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { LoadError } from '../../ui/feedback/load-error.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { useNotices } from '../../ui/feedback/notices.tsx';
import { useSubmit } from '../../ui/feedback/use-submit.ts';
import { settingsFailureText } from '../learning-text.ts';
import { ClassWayNote } from '../ways/class-way.tsx';
import classes from './learning-session.module.css';

interface SettingsValues {
  newCards: string;
  maxCards: string;
  way: Way;
}

type SettingsProblem = 'not-whole' | 'new-negative' | 'max-too-low' | 'too-high';

type SettingsProblems = Partial<Record<'newCards' | 'maxCards', SettingsProblem>>;

/** NaN unless a whole number was typed. */
function wholeNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isInteger(value) ? value : Number.NaN;
}

/** The least that the daily maximum may be. */
export function minimumOfMax({ newCards }: Pick<SettingsValues, 'newCards'>): number {
  const value = wholeNumber(newCards);
  return value > 0 ? value * MAX_PER_NEW : 0;
}

/** Returns the values with another number of new cards, and a maximum that has room for them. */
const withNewCards = (values: SettingsValues, newCards: number): SettingsValues => ({
  ...values,
  newCards: String(newCards),
  maxCards: String(Math.max(newCards * MAX_PER_NEW, wholeNumber(values.maxCards) || 0)),
});

function problemOfNew(text: string): SettingsProblem | undefined {
  const value = wholeNumber(text);
  if (Number(text) < 0) return 'new-negative';
  if (Number.isNaN(value)) return 'not-whole';
  return value > NEW_CARDS_PER_DAY_MAX ? 'too-high' : undefined;
}

function problemOfMax(values: SettingsValues): SettingsProblem | undefined {
  const value = wholeNumber(values.maxCards);
  if (Number.isNaN(value)) return 'not-whole';
  if (value < minimumOfMax(values)) return 'max-too-low';
  return value > CARDS_PER_DAY_MAX ? 'too-high' : undefined;
}

export function checkSettings(values: SettingsValues): SettingsProblems {
  return { newCards: problemOfNew(values.newCards), maxCards: problemOfMax(values) };
}

/** A way that was held before is not said again: a class's suggestion would become the student's own choice. */
export const toSettings = ({ newCards, maxCards, way }: SettingsValues, held: Way): DeckSettingsBody => ({
  new_cards_per_day: Number(newCards),
  max_cards_per_day: Number(maxCards),
  ...(way !== held && { way }),
});

/** A server message about the maximum belongs under its field. */
export const isAboutMaximum = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Maximum cards per day');

const problemTexts: Record<SettingsProblem, MessageDescriptor> = {
  'not-whole': msg`Please enter a whole number`,
  'new-negative': msg`New cards per day cannot be negative`,
  'max-too-low': msg`Maximum cards per day must be at least 10× new cards per day`,
  'too-high': msg`This number is too high`,
};

const problemText = (i18n: I18n, problem: SettingsProblem | undefined) =>
  problem && i18n._(problemTexts[problem]);

const WAY_SIGNS: Record<Way, Icon> = {
  turning: IconCards,
  typing: IconKeyboard,
  dictation: IconEar,
  choice: IconListCheck,
};

/** New cards a day, each with a word: a number alone says little to a child. */
const AMOUNTS = [
  { cards: 5, text: msg({ message: 'Light', context: 'amount of cards' }) },
  { cards: 10, text: msg`Medium` },
  { cards: 20, text: msg`A lot` },
];

interface SessionSettingsFormProps {
  settings: DeckSettings;
  /** The way that the address asks for. */
  asked: Way | undefined;
  /** Rejects with the server's refusal. */
  onSave: (settings: DeckSettingsBody) => Promise<void>;
}

/** The student's daily limits for a deck. */
function SessionSettingsForm({ settings, asked, onSave }: SessionSettingsFormProps) {
  const { i18n, t } = useLingui();
  const notices = useNotices();
  const amountId = useId();
  const { way = 'turning', class_way: given } = settings;
  const held = asked ?? way;
  const [values, setValues] = useState<SettingsValues>({
    newCards: String(settings.new_cards_per_day),
    maxCards: String(settings.max_cards_per_day),
    way: held,
  });
  const [sound, setSound] = useState(soundChoice);
  const [isQuiet, setQuiet] = useState(areAnswersQuiet);
  const [maxRefused, setMaxRefused] = useState<string>();

  const change = (name: 'newCards' | 'maxCards') => (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    setValues((current) => ({ ...current, [name]: value }));
    setMaxRefused(undefined);
  };

  const { submit, submitted, sending } = useSubmit({
    check: () => {
      const found = checkSettings(values);
      return Boolean(found.newCards || found.maxCards);
    },
    run: async () => {
      if (sound !== soundChoice()) keepOwnSettings((await callApi('PATCH /api/me', { body: sound })).data);
      await onSave(toSettings(values, held));
      keepAnswersQuiet(isQuiet);
    },
    failed: (error) => {
      if (isAboutMaximum(error)) setMaxRefused(errorText(i18n, error));
      else notices.error(settingsFailureText(i18n, error));
    },
  });
  const problems = submitted ? checkSettings(values) : {};

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
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
            <SimpleGrid cols={2} spacing="xs">
              {WAYS.map((way) => {
                const Sign = WAY_SIGNS[way];
                return (
                  <Radio.Card key={way} value={way} radius="md" className={classes.wayTile}>
                    <Sign size={28} stroke={1.5} aria-hidden />
                    {i18n._(wayTexts[way])}
                  </Radio.Card>
                );
              })}
            </SimpleGrid>
          </Radio.Group>
        )}
        <Stack gap={4} role="group" aria-labelledby={amountId}>
          <Input.Label labelElement="div" id={amountId}>{t`How much each day`}</Input.Label>
          <Group gap="xs">
            {AMOUNTS.map(({ cards, text }) => (
              <Button
                key={cards}
                flex={1}
                mih={44}
                px={4}
                variant={values.newCards === String(cards) ? 'light' : 'default'}
                aria-pressed={values.newCards === String(cards)}
                onClick={() => setValues((current) => withNewCards(current, cards))}
              >
                {i18n._(text)} {cards}
              </Button>
            ))}
          </Group>
        </Stack>
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
        <Switch
          label={t`Play the sound of each card automatically`}
          description={t`For all decks and on all your devices, like the speed.`}
          checked={sound.plays_sound}
          onChange={(event) => setSound({ ...sound, plays_sound: event.currentTarget.checked })}
          styles={{ body: { minHeight: 44 } }}
        />
        <Switch
          label={t`Sounds for right answers`}
          description={t`Only on this device.`}
          checked={!isQuiet}
          onChange={(event) => setQuiet(!event.currentTarget.checked)}
          styles={{ body: { minHeight: 44 } }}
        />
        <NativeSelect
          size="md"
          label={t`Speed of the sound`}
          value={String(sound.sound_speed)}
          onChange={({ currentTarget }) => {
            const chosen = SOUND_SPEEDS.find((speed) => String(speed) === currentTarget.value)!;
            setSound({ ...sound, sound_speed: chosen });
          }}
          data={SOUND_SPEEDS.map((speed) => ({ value: String(speed), label: `${i18n.number(speed)}×` }))}
        />
        <Button type="submit" size="md" loading={sending}>
          {t`Save`}
        </Button>
      </Stack>
    </form>
  );
}

/** The settings of the deck in hand, in a session over all decks. That session knows only how its cards are asked. */
function DeckSettingsForm({
  deckId,
  asked,
  onSave,
}: Omit<SessionSettingsFormProps, 'settings'> & { deckId: number }) {
  const { t } = useLingui();
  const counts = useRead(addressOf('GET /api/decks/:deckId/counts', { params: { deckId } }));
  // What is being edited is not read again.
  const [settings, setSettings] = useState<DeckSettings | null>(null);
  if (!settings && counts.data && !counts.isValidating) setSettings(counts.data.settings);
  if (settings) return <SessionSettingsForm settings={settings} asked={asked} onSave={onSave} />;
  if (counts.error && !counts.isValidating)
    return (
      <LoadError
        error={counts.error}
        title={t`The settings could not be loaded`}
        onRetry={() => counts.mutate()}
      />
    );
  return <Loading minHeight={320} />;
}

interface SessionSettingsProps {
  /** Null in a session over all decks: they are those of the deck in hand. */
  settings: DeckSettings | null;
  deck: { id: number; title: string } | undefined;
  /** The way that the address asks for. */
  asked: Way | undefined;
  /** Rejects with the server's refusal. */
  onSave: (settings: DeckSettingsBody, ofDeck?: number) => Promise<void>;
  opened: boolean;
  onClose: () => void;
}

export function SessionSettings({ opened, onClose, settings, deck, asked, onSave }: SessionSettingsProps) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={settings || !deck ? t`How this deck is studied` : t`How “${deck.title}” is studied`}
    >
      {settings && (
        <SessionSettingsForm
          settings={settings}
          asked={asked}
          onSave={async (next) => {
            await onSave(next);
            onClose();
          }}
        />
      )}
      {!settings && deck && (
        <DeckSettingsForm
          key={deck.id}
          deckId={deck.id}
          asked={asked}
          onSave={async (next) => {
            await onSave(next, deck.id);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
