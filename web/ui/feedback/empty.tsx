import { Stack, Text, ThemeIcon } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { GrapeFigureProps } from '../figure/grape-figure.tsx';

/** Where it cannot be loaded, the words say it alone. */
const GrapeFigure = lazy<ComponentType<GrapeFigureProps>>(() =>
  import('../figure/grape-figure.tsx').catch(() => ({ default: () => null })),
);

/** The figure, in a page that does not wait for it; its place is there. */
export function LazyFigure({ size = 72, ...props }: GrapeFigureProps) {
  return (
    <div style={{ flex: 'none', width: (size * 40) / 44, height: size }}>
      <Suspense>
        <GrapeFigure size={size} {...props} />
      </Suspense>
    </div>
  );
}

interface EmptyProps {
  text: ReactNode;
  /** In place of the figure. */
  icon?: ReactNode;
  /** Of the figure. */
  mood?: GrapeFigureProps['mood'];
  action?: ReactNode;
}

/** What a region shows when there is nothing to show. */
export function Empty({ text, icon, mood = 'glad', action }: EmptyProps) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md">
      {icon ? (
        <ThemeIcon size={56} radius="xl" variant="light">
          {icon}
        </ThemeIcon>
      ) : (
        <LazyFigure mood={mood} />
      )}
      <Text c="dimmed" ta="center" maw={420} style={{ textWrap: 'balance' }}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
