import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconCards,
  IconClipboardText,
  IconFileText,
  IconSearch,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { administers, type Role, teaches } from '../../../core/contract/roles.ts';
import { Dialog } from '../../ui/control/dialog.tsx';
import { findPlaces, firstPlaces, type Place, type PlaceKind } from './place.ts';
import { keepRecentPlace, recentPlaces } from './recent-places.ts';
import classes from './search.module.css';
import { usePagePlaces, usePlaces, useSearchedPlaces } from './search.queries.ts';

const TYPING_MS = 200;

const KINDS: Record<PlaceKind, { name: MessageDescriptor; icon: typeof IconSearch }> = {
  page: { name: msg`Page`, icon: IconFileText },
  class: { name: msg`Class`, icon: IconUsers },
  deck: { name: msg`Deck`, icon: IconCards },
  exam: { name: msg`Exam`, icon: IconClipboardText },
  student: { name: msg`Student`, icon: IconUser },
  person: { name: msg`Person`, icon: IconUser },
};

interface FoundPlaceProps {
  id: string;
  place: Place;
  isActive: boolean;
  onChoose: () => void;
}

function FoundPlace({ id, place: { kind, label, detail }, isActive, onChoose }: FoundPlaceProps) {
  const { i18n } = useLingui();
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { name, icon: Icon } = KINDS[kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={item}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onClick={onChoose}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>
        {label}
        {detail && <span className={classes.detail}> {detail}</span>}
      </span>
      <span className={classes.detail}>{i18n._(name)}</span>
    </div>
  );
}

/** What is found, and the field that finds it: the arrow keys choose, Enter goes there. */
function Search({ role, onGo }: { role: Role; onGo: (place: Place) => void }) {
  const { t } = useLingui();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [recent] = useState(recentPlaces);
  const [typed] = useDebouncedValue(text, TYPING_MS);
  const pages = usePagePlaces(role);
  const places = usePlaces(role);
  const searched = useSearchedPlaces(role, typed);
  const isBlank = text.trim() === '';
  const found = isBlank ? firstPlaces(recent, pages) : [...findPlaces(places, text), ...searched.places];
  const chosen = Math.min(active, found.length - 1);
  const placeholder = administers(role)
    ? t`Person, deck, class, exam or page`
    : teaches(role)
      ? t`Deck, class, exam, student or page`
      : t`Deck, class, exam or page`;
  const optionId = (index: number) => `${listId}-${index}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((chosen + step + found.length) % found.length);
    }
    const place = found[chosen];
    // While Vietnamese is being put together, Enter ends the word.
    if (event.key === 'Enter' && place && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onGo(place);
    }
  };
  return (
    <Stack gap="sm">
      <TextInput
        role="combobox"
        aria-label={t`Find anything`}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen >= 0 ? optionId(chosen) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        size="md"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <VisuallyHidden role="status">
        {!isBlank && t`${plural(found.length, { one: '# place found', other: '# places found' })}`}
      </VisuallyHidden>
      <div id={listId} role="listbox" aria-label={t`Where to go`} className={classes.list}>
        {found.map((place, index) => (
          <FoundPlace
            key={`${place.kind} ${place.to} ${place.label}`}
            id={optionId(index)}
            place={place}
            isActive={index === chosen}
            onChoose={() => onGo(place)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <Text c="dimmed" ta="center" p="md">
          {searched.isLoading || typed !== text ? <Trans>Searching…</Trans> : <Trans>Nothing found</Trans>}
        </Text>
      )}
    </Stack>
  );
}

interface SearchModalProps {
  role: Role;
  onClose: () => void;
}

/** Finds a deck, a class, an exam, a student or a page, and goes there. */
export function SearchModal({ role, onClose }: SearchModalProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Find anything`}
      centered={false}
      yOffset="8vh"
      closeButtonProps={{ size: 'lg' }}
    >
      <Search
        role={role}
        onGo={(place) => {
          keepRecentPlace(place);
          onClose();
          // In the place of the dialog's own entry: Back then leads to where one was.
          navigate(place.to, { replace: true });
        }}
      />
    </Dialog>
  );
}
