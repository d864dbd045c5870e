import { useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { graphemeCount } from '../../../core/text/grapheme-count.ts';

/** `n/limit` beside a field; letters as the reader counts them. */
export function LetterCounter({ text, limit }: { text: string; limit: number }) {
  const { t } = useLingui();
  const count = graphemeCount(text);
  const isOver = count > limit;
  return (
    <Text
      span
      inherit
      display="block"
      ta="right"
      className="tabular"
      c={isOver ? 'var(--mantine-color-error)' : undefined}
    >
      <span aria-hidden>{`${count}/${limit}`}</span>
      <VisuallyHidden>{t`${count} of ${limit} letters`}</VisuallyHidden>
    </Text>
  );
}
