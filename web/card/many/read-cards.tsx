import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button } from '@mantine/core';
import { errorText } from '../../lib/call/error-text.ts';
import { StickyBar } from '../../ui/control/sticky-bar.tsx';
import { CardsPreview } from './cards-preview.tsx';
import { readPaste } from './pasted-cards.ts';
import type { ManyCards } from './use-many-cards.ts';

interface ReadCardsProps {
  many: ManyCards;
  /** As it was pasted. */
  text: string;
  addLabel: string;
  onAdd: () => void;
}

/** What each line of a pasted list becomes, and the button that makes it so. */
export function ReadCards({ many, text, addLabel, onAdd }: ReadCardsProps) {
  const { t, i18n } = useLingui();
  const { ready, isAdding, isOpen } = many;
  return (
    <>
      <CardsPreview many={many} onSeparator={(separator) => many.start(readPaste(text, separator))} />
      {many.error !== null && (
        <Alert role="alert" color="red" variant="light">
          {errorText(i18n, many.error)}
        </Alert>
      )}
      <StickyBar>
        <Button disabled={ready.length === 0 && !isOpen} loading={isAdding} onClick={onAdd}>
          {isOpen ? t`Try again` : addLabel}
        </Button>
        <Button variant="default" disabled={isAdding || isOpen} onClick={() => many.start(null)}>
          <Trans>Back to the text</Trans>
        </Button>
      </StickyBar>
    </>
  );
}
