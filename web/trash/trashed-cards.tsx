import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { textLanguage } from '../../core/card/text-language.ts';
import { plainText } from '../../core/text/marked-text.ts';
import { broughtBackText, useBringBack } from '../deck/bring-back.ts';
import { useEmptying, useTrashedCards } from '../deck/trash.queries.ts';
import { CardText } from '../marks/card-text.tsx';
import { causeText, TrashList } from './trash-list.tsx';

export default function TrashedCards({ deckId }: { deckId: number }) {
  const { t, i18n } = useLingui();
  const read = useTrashedCards(deckId);
  const bringBack = useBringBack();
  const emptying = useEmptying();
  return (
    <TrashList
      label={t`Deleted cards`}
      read={read}
      nameOf={({ front }) => plainText(front)}
      empty={t`The trash is empty. A card that is deleted stays here for 30 days.`}
      bringBack={({ id }) => bringBack.cards(deckId, [id])}
      back={broughtBackText.cards}
      bringBackAll={() => bringBack.cards(deckId)}
      emptyTrash={() => emptying.cards(deckId)}
    >
      {({ front, back, cause }) => (
        <>
          <Text fw={600} lang={textLanguage(front, [front, back])}>
            <CardText text={front} />
          </Text>
          <Text size="sm" lang={textLanguage(back, [front, back])}>
            <CardText text={back} />
          </Text>
          {cause !== 'deleted' && <Text size="xs">{i18n._(causeText[cause])}</Text>}
        </>
      )}
    </TrashList>
  );
}
