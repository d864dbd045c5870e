import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Button, Group, VisuallyHidden } from '@mantine/core';
import { IconCards, IconChartBar, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ClassView } from './use-chosen-class.ts';

interface ClassViewsProps {
  /** Null when there is no class to show anything of. */
  view: ClassView | null;
  /** Students waiting for approval. */
  waiting: number;
  onChoose: (view: ClassView) => void;
}

/** What of the class is shown. */
export function ClassViews({ view, waiting, onChoose }: ClassViewsProps) {
  const { t } = useLingui();
  // The tabs of progress and results are one view.
  const shown = view === 'results' ? 'progress' : view;
  const button = (name: ClassView, icon: ReactNode, label: ReactNode, badge?: ReactNode) => (
    <Button
      variant={shown === name ? 'light' : 'default'}
      aria-pressed={shown === name}
      leftSection={icon}
      rightSection={badge}
      onClick={() => onChoose(name)}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs" role="group" aria-label={t`What is shown of the class`}>
      {button('decks', <IconCards size={18} aria-hidden />, <Trans>Decks</Trans>)}
      {button(
        'requests',
        <IconUserPlus size={18} aria-hidden />,
        <Trans>Join requests</Trans>,
        waiting > 0 && (
          <>
            <Badge size="sm" circle={waiting < 10} className="tabular" aria-hidden>
              {waiting}
            </Badge>
            <VisuallyHidden>{t`${plural(waiting, { one: '# waiting', other: '# waiting' })}`}</VisuallyHidden>
          </>
        ),
      )}
      {button('progress', <IconChartBar size={18} aria-hidden />, <Trans>Progress</Trans>)}
    </Group>
  );
}
