import { useLingui } from '@lingui/react/macro';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

interface LearnDeckProps {
  deck: { id: number; title: string };
  /** What it says instead. */
  label?: string | null;
}

export function LearnDeck({ deck, label }: LearnDeckProps) {
  const { t } = useLingui();
  return (
    <ButtonLink
      to={paths.learn(deck.id)}
      variant="light"
      mih={44}
      h="auto"
      // A label of its own may be long.
      styles={{ inner: { minHeight: 42 }, label: { whiteSpace: 'normal' } }}
      className="above-link"
      aria-label={label ? undefined : t`Learn: ${deck.title}`}
    >
      {label ?? t`Learn`}
    </ButtonLink>
  );
}
