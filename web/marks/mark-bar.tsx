import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core';
import { IconBold, IconHelp, IconItalic, IconLanguageHiragana, IconMathFunction } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { CARD_TEXT_NAMES, CARD_TEXTS } from '../../core/contract/card-fields.ts';
import { FORMULA_MAX, markedParts, markProblems, READING_MAX } from '../../core/text/marked-text.ts';
import type { CardValues } from '../deck/card-rules.ts';
import { CardText } from './card-text.tsx';
import { MarkHelp } from './mark-help.tsx';

/** What stands before and behind what is marked. */
type Mark = readonly [before: string, behind: string];
const BOLD: Mark = ['**', '**'];
const ITALIC: Mark = ['//', '//'];
const READING: Mark = ['{', '|}'];
const FORMULA: Mark = ['\\(', '\\)'];

/** Marks what is selected. The cursor comes to where something is still to be typed. */
function put(field: HTMLTextAreaElement, [before, behind]: Mark): void {
  const { selectionStart, selectionEnd, value } = field;
  const chosen = value.slice(selectionStart, selectionEnd);
  field.focus();
  field.setRangeText(`${before}${chosen}${behind}`, selectionStart, selectionEnd, 'end');
  const end = field.selectionEnd;
  // A reading is typed behind its letters; all else stands where the letters are.
  const back = chosen === '' ? behind.length : behind === READING[1] ? 1 : 0;
  field.setSelectionRange(end - back, end - back);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const MARKED = CARD_TEXT_NAMES.filter((name) => CARD_TEXTS[name].kind !== 'label');
const hasMarks = (text: string): boolean => markedParts(text).some(({ kind }) => kind !== 'text');

function Preview({ values }: { values: CardValues }) {
  const { t } = useLingui();
  const texts = MARKED.filter((name) => hasMarks(values[name]));
  if (texts.length === 0) return null;
  const problemTexts = {
    'formula-too-long': t`A formula has at most ${FORMULA_MAX} characters: this one is shown as it was typed.`,
    'reading-too-long': t`A reading and its letters have at most ${READING_MAX} characters each: this one is shown as it was typed.`,
  };
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-label={t`How it will look`}>
      <Stack gap={4}>
        {texts.map((name) => (
          <div key={name}>
            <Text className="breakable" style={{ whiteSpace: 'pre-line' }}>
              <CardText text={values[name]} isDraft />
            </Text>
            {markProblems(values[name]).map((problem) => (
              <Text key={problem} size="sm" c="red">
                {problemTexts[problem]}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Paper>
  );
}

interface MarkBarProps {
  /** The text that is typed, or was typed last; before any it is the front. */
  front: RefObject<HTMLTextAreaElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
  values: CardValues;
}

/** Marks what is selected in a card's text, says how that is typed, and shows what becomes of it. */
export function MarkBar({ field, front, values }: MarkBarProps) {
  const { t } = useLingui();
  const [hasHelp, setHasHelp] = useState(false);
  const helpId = useId();
  const button = (label: string, mark: Mark, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={label}
      title={label}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        const typed = field.current ?? front.current;
        if (typed && !typed.readOnly) put(typed, mark);
      }}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Stack gap="xs">
      <Group gap={6} role="group" aria-label={t`Emphasis`}>
        {button(t`Bold`, BOLD, <IconBold size={20} aria-hidden />)}
        {button(t`Italics`, ITALIC, <IconItalic size={20} aria-hidden />)}
        {button(t`Reading above the letters`, READING, <IconLanguageHiragana size={20} aria-hidden />)}
        {button(t`Formula`, FORMULA, <IconMathFunction size={20} aria-hidden />)}
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t`How to write emphasis`}
          aria-expanded={hasHelp}
          aria-controls={hasHelp ? helpId : undefined}
          onClick={() => setHasHelp(!hasHelp)}
        >
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
      </Group>
      {hasHelp && (
        <div id={helpId}>
          <MarkHelp />
        </div>
      )}
      <Preview values={values} />
    </Stack>
  );
}
