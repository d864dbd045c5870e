import { useLingui } from '@lingui/react/macro';
import { Box, Button, Center, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Component, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ChartHandle } from './apex-chart.tsx';
import classes from './chart-figure.module.css';
import type { ChartData } from './chart-options.ts';
import { type Figures, FiguresTable } from './figures-table.tsx';
import { useChart } from './use-chart.ts';

const CHART_HEIGHT_PX = 200;
const LEGEND_HEIGHT_PX = 32;

/** Instead of a chart without anything in it: as high as one, quiet columns and a sentence. */
export function EmptyChart({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <Stack className={classes.empty} h={CHART_HEIGHT_PX} align="center" justify="center" gap={4}>
      <Text fw={600} ta="center">
        {text}
      </Text>
      {hint && (
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
      )}
    </Stack>
  );
}

/** What breaks while it is drawn is one failed try. */
class Attempt extends Component<{ children: ReactNode; onBroken: () => void }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

/** Returns the point that a key leads to; undefined when it leads nowhere, null when it leads away from all of them. */
export function pointOfKey(key: string, at: number | null, points: number): number | null | undefined {
  const last = points - 1;
  switch (key) {
    case 'ArrowRight':
      return at === null ? 0 : Math.min(at + 1, last);
    case 'ArrowLeft':
      return at === null ? last : Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return at === null ? undefined : null;
    default:
      return undefined;
  }
}

interface ChartFigureProps {
  data: ChartData;
  summary: string;
  /** The same numbers as a table, which is what remains of a chart that could not be drawn. */
  table: Figures;
}

/**
 * The place of a chart, with its numbers as a table: at once for screen readers, by a button for readers who prefer it.
 * Arrow keys go from point to point of it.
 */
export function ChartFigure({ data, summary, table }: ChartFigureProps) {
  const { t } = useLingui();
  const tableId = useId();
  const hintId = useId();
  const [tableShown, { toggle }] = useDisclosure(false);
  const { place, state, drawn, textOf, retry } = useChart(data);
  const chart = useRef<ChartHandle>(null);
  const [at, setAt] = useState<number | null>(null);
  const failed = state === 'failed';
  const hasLegend = data.series.length > 1 || data.markedNames !== undefined;
  const height = CHART_HEIGHT_PX + (hasLegend ? LEGEND_HEIGHT_PX : 0);

  const show = (point: number | null) => {
    setAt(point);
    chart.current?.show(point ?? undefined);
  };
  const goByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const point = pointOfKey(event.key, at, data.labels.length);
    if (point === undefined) return;
    event.preventDefault();
    show(point);
  };

  const said = at === null ? undefined : textOf(at);
  return (
    <Stack gap="xs" pos="relative">
      {/* The place stays when nothing could be drawn: other numbers may still be. */}
      <Box
        className={classes.place}
        data-state={state}
        mih={height}
        {...(!failed && { role: 'img', 'aria-label': summary, 'aria-describedby': hintId })}
        // A window is not closed by the key that takes the point away.
        data-mantine-stop-propagation={at !== null || undefined}
        tabIndex={state === 'drawn' ? 0 : undefined}
        onKeyDown={goByKey}
        onBlur={() => show(null)}
      >
        <div
          ref={place}
          className={classes.drawing}
          data-still={(drawn && !drawn.isFirst) || undefined}
          aria-hidden
        >
          {drawn && (
            <Attempt key={drawn.id} onBroken={drawn.onBroken}>
              <drawn.Chart
                data={drawn.data}
                width={drawn.width}
                height={height}
                hasLegend={hasLegend}
                textOf={textOf}
                onDrawn={drawn.onDrawn}
                handle={chart}
              />
            </Attempt>
          )}
        </div>
        {state === 'drawing' && (
          <Center pos="absolute" inset={0}>
            <Loader type="dots" aria-hidden />
          </Center>
        )}
        {failed && (
          <Stack className={classes.empty} h={height} align="center" justify="center" gap="xs">
            <Text ta="center">{t`The chart could not be drawn. The same numbers are in the table.`}</Text>
            <Button size="xs" mih={44} variant="default" onClick={retry}>
              {t`Try again`}
            </Button>
          </Stack>
        )}
      </Box>
      {!failed && (
        <>
          <VisuallyHidden id={hintId}>{t`Arrow keys go from point to point.`}</VisuallyHidden>
          <VisuallyHidden role="status">{said && [said.title, ...said.lines].join('. ')}</VisuallyHidden>
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'center' }}
            aria-expanded={tableShown}
            aria-controls={tableId}
            onClick={toggle}
          >
            {tableShown ? t`Hide the numbers` : t`Show the numbers`}
          </Button>
        </>
      )}
      <div className={failed || tableShown ? undefined : classes.heard}>
        <FiguresTable id={tableId} caption={summary} {...table} />
      </div>
    </Stack>
  );
}
