import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Container, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconSchool, IconSeedling } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { usePageTitle } from '../site/page-title.ts';
import { studentArticle, teacherArticle } from './about-text.ts';
import { FormattedText } from './formatted-text.tsx';

interface ArticleProps {
  icon: ReactNode;
  title: ReactNode;
  paragraphs: MessageDescriptor[];
}

function Article({ icon, title, paragraphs }: ArticleProps) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <Paper component="article" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'lg', sm: 40 }}>
      <Stack gap="md">
        <ThemeIcon size={48} radius="md" variant="light">
          {icon}
        </ThemeIcon>
        <Title id={titleId} order={2}>
          {title}
        </Title>
        {paragraphs.map((paragraph) => (
          <FormattedText key={paragraph.id} source={i18n._(paragraph)} />
        ))}
      </Stack>
    </Paper>
  );
}

export default function AboutPage() {
  const { t } = useLingui();
  usePageTitle(t`About`);
  return (
    <Container size="md" py={{ base: 48, sm: 72 }}>
      <Stack gap="xl">
        <Stack gap="xs">
          <Title order={1}>
            <Trans>Remembering can be learnt</Trans>
          </Title>
          <Text size="lg" c="dimmed">
            <Trans>What stands behind the cards, for those who learn and those who teach.</Trans>
          </Text>
        </Stack>
        <Article
          icon={<IconSeedling size={26} aria-hidden />}
          title={<Trans>For students</Trans>}
          paragraphs={studentArticle}
        />
        <Article
          icon={<IconSchool size={26} aria-hidden />}
          title={<Trans>For teachers</Trans>}
          paragraphs={teacherArticle}
        />
      </Stack>
    </Container>
  );
}
