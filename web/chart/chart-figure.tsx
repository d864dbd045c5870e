import { useLingui } from '@lingui/react/macro';
import { Box, Button, Center, Loader, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { type Figures, FiguresTable } from './figures-table.tsx';
import type { ChartState } from './use-chart.ts';

interface ChartFigureProps extends ChartState {
  /** Pixels. */
  height: number;
  summary: string;
  /** The same numbers as a table, which is what remains of a chart that could not be drawn. */
  table: Figures;
}

/** The place of a chart, with its numbers as a table for readers who cannot see it or prefer numbers. */
export function ChartFigure({ place, state, height, summary, table }: ChartFigureProps) {
  const { t } = useLingui();
  const tableId = useId();
  const [tableShown, { toggle }] = useDisclosure(false);
  const failed = state === 'failed';
  return (
    <Stack gap="xs">
      {/* The place stays when nothing could be drawn: other numbers may still be. */}
      <Box
        pos="relative"
        mih={failed ? 0 : height}
        role={failed ? undefined : 'img'}
        aria-label={failed ? undefined : summary}
      >
        <div ref={place} aria-hidden />
        {state === 'drawing' && (
          <Center pos="absolute" inset={0}>
            <Loader type="dots" aria-hidden />
          </Center>
        )}
      </Box>
      {!failed && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'center' }}
          aria-expanded={tableShown}
          aria-controls={tableShown ? tableId : undefined}
          onClick={toggle}
        >
          {tableShown ? t`Hide the numbers` : t`Show the numbers`}
        </Button>
      )}
      {(failed || tableShown) && <FiguresTable id={tableId} caption={summary} {...table} />}
    </Stack>
  );
}
