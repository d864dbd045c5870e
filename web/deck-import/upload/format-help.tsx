import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Code, Collapse, Group, Stack, Text, Title } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { addressOf } from '../../../core/address.ts';
import classes from '../deck-import.module.css';

/** Lives in the API: what a deck file may hold, for programs and people. */
const SCHEMA_URL = addressOf('GET /api/deck-file-schema');

const JSON_EXAMPLE = `{
  "cards": [
    {
      "id": "cat-1",
      "front": "cat",
      "back": "con mèo",
      "example_sentence": "The cat sleeps.",
      "definition": "a small pet with soft fur",
      "part_of_speech": "noun",
      "level": "A1",
      "audio": "cat.mp3",
      "back_picture": "cat.jpg",
      "back_picture_alt": "a grey cat on a sofa",
      "tags": ["pets", "Unit 1"]
    },
    { "front": "dog", "back": "con chó" }
  ]
}`;
const CSV_EXAMPLE = `front,back,example_sentence,audio,back_picture,tags
cat,con mèo,The cat sleeps.,cat.mp3,cat.jpg,"pets, Unit 1"
dog,con chó,"Come, dog!",dog.mp3,,pets`;
const ZIP_EXAMPLE = `deck.json
audio/cat.mp3
audio/dog.mp3
pictures/cat.jpg`;

function Format({ name, text, example }: { name: string; text: ReactNode; example?: string }) {
  return (
    <Stack component="section" gap={4}>
      <Title order={3} size="sm">
        {name}
      </Title>
      <Text size="sm">{text}</Text>
      {example && (
        // What scrolls must be reached by the keyboard.
        <Code block className={classes.code} tabIndex={0}>
          {example}
        </Code>
      )}
    </Stack>
  );
}

function Formats() {
  const { t } = useLingui();
  return (
    <Stack gap="lg" pt="sm">
      <Format
        name={t`JSON`}
        text={
          <Trans>
            A list of cards, or an object with such a list as “cards”. Only front and back are needed; by
            their id, cards are recognised when the deck is imported again.
          </Trans>
        }
        example={JSON_EXAMPLE}
      />
      <Format
        name={t`CSV or TSV`}
        text={
          <Trans>
            A table saved by a spreadsheet as “CSV UTF-8”, or a text that Quizlet or Anki exports: each line
            is a card, and the first may name the columns. Commas, semicolons and tabs are all understood.
          </Trans>
        }
        example={CSV_EXAMPLE}
      />
      <Format
        name={t`Anki package`}
        text={
          <Trans>A file that Anki exports as .apkg, old or new, with its audio, pictures and tags.</Trans>
        }
      />
      <Format
        name={t`ZIP with everything`}
        text={
          <Trans>
            A file called deck.json, and the audio and pictures that its cards name, in whatever folder. They
            can also be sent apart from the cards, below.
          </Trans>
        }
        example={ZIP_EXAMPLE}
      />
    </Stack>
  );
}

/** What the files look like that can be imported, each with an example. */
export function FormatHelp() {
  const contentId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Group gap="md">
        <Button
          size="xs"
          variant="light"
          aria-expanded={isOpen}
          aria-controls={contentId}
          leftSection={<IconHelpCircle size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>What the files look like</Trans>
        </Button>
        <Anchor
          href={SCHEMA_URL}
          target="_blank"
          rel="noreferrer"
          size="sm"
          underline="always"
          className="lone-link"
        >
          <Trans>JSON Schema with an example</Trans>
        </Anchor>
      </Group>
      <Collapse id={contentId} expanded={isOpen} keepMounted={false}>
        <Formats />
      </Collapse>
    </div>
  );
}
