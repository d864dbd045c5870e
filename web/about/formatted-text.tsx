import { Text } from '@mantine/core';
import { parseSimpleMarkup } from './simple-markup.ts';

/** A text with bold and line breaks; React escapes all else. */
export function FormattedText({ source }: { source: string }) {
  return (
    <Text>
      {parseSimpleMarkup(source).map((piece, index) => {
        const key = `${index}-${piece.kind}`;
        if (piece.kind === 'break') return <br key={key} />;
        return piece.bold ? <strong key={key}>{piece.text}</strong> : <span key={key}>{piece.text}</span>;
      })}
    </Text>
  );
}
