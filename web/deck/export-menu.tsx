import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu, Text } from '@mantine/core';
import { IconCards, IconDownload, IconFileZip, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addressOf } from '../../core/address.ts';
import type { ExportFormat } from '../../core/deck-export/deck-export.schema.ts';
import { readFile } from '../lib/call/file-download.ts';
import { saveFile } from '../lib/call/save-file.ts';
import { useAttempt } from '../ui/feedback/use-submit.ts';

interface Choice {
  format: ExportFormat;
  icon: typeof IconDownload;
  name: ReactNode;
  description: ReactNode;
}

const CHOICES: Choice[] = [
  {
    format: 'zip',
    icon: IconFileZip,
    name: <Trans>ZIP with audio</Trans>,
    description: <Trans>Everything; can be imported again</Trans>,
  },
  {
    format: 'csv',
    icon: IconTable,
    name: <Trans>CSV table</Trans>,
    description: <Trans>For Excel and the like, without audio</Trans>,
  },
  {
    format: 'apkg',
    icon: IconCards,
    name: <Trans>Anki package (.apkg)</Trans>,
    description: <Trans>For studying in Anki, with audio</Trans>,
  },
];

export function ExportMenu({ deckId, title }: { deckId: number; title: string }) {
  const { t } = useLingui();
  const [start, exporting] = useAttempt(
    msg({ message: 'The deck could not be exported: {message}' }),
    async (format: ExportFormat) => {
      const address = addressOf('GET /api/decks/:deckId/export', { params: { deckId }, query: { format } });
      saveFile(`${title}.${format}`, await readFile(address));
    },
  );
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exporting}
        >
          {t`Export`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ format, icon: Icon, name, description }) => (
          <Menu.Item
            key={format}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => void start(format)}
          >
            {name}
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
