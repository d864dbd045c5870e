import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { CardMenuProps } from './card-menu.tsx';

const CardMenu = lazy(() => import('./card-menu.tsx'));

/** The place of the menu of the card in hand, which is loaded when it is first asked for: few cards need it. */
export function CardMenuPlace(props: CardMenuProps) {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t`More: this card`}
      aria-haspopup="menu"
      aria-busy={isWanted}
      onClick={() => setWanted(true)}
    >
      <IconDots size={20} aria-hidden />
    </ActionIcon>
  );
  if (!isWanted) return button;
  return (
    <ErrorBoundary>
      <Suspense fallback={button}>
        <CardMenu {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
