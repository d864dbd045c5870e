import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconArrowRight, IconChartBar, IconClockCheck, IconKeyboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/pages/paths.ts';
import { ButtonLink } from '../../ui/control/button-link.tsx';

function Feature({ icon, title, text }: { icon: ReactNode; title: ReactNode; text: ReactNode }) {
  return (
    <Stack gap="xs">
      <ThemeIcon size={48} radius="md" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text c="dimmed">{text}</Text>
    </Stack>
  );
}

export function Features() {
  return (
    <Stack component="section" aria-labelledby="features-title" gap="xl">
      <Title id="features-title" order={2} size="h1">
        <Trans>Made for memory</Trans>
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl">
        <Feature
          icon={<IconClockCheck size={26} aria-hidden />}
          title={<Trans>Right on time</Trans>}
          text={<Trans>Seldom what you know, often what you don't: each card finds its own rhythm.</Trans>}
        />
        <Feature
          icon={<IconKeyboard size={26} aria-hidden />}
          title={<Trans>Type it, hear it, know it</Trans>}
          text={
            <Trans>Type the answer letter by letter, listen to the word, then say how sure you were.</Trans>
          }
        />
        <Feature
          icon={<IconChartBar size={26} aria-hidden />}
          title={<Trans>Watch it grow</Trans>}
          text={
            <Trans>See how far you are in every deck, and what is waiting for you in the days ahead.</Trans>
          }
        />
      </SimpleGrid>
      <div>
        <ButtonLink
          to={paths.about()}
          variant="subtle"
          px={0}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          <Trans>More about how it works</Trans>
        </ButtonLink>
      </div>
    </Stack>
  );
}
