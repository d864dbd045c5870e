import { Container, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core';
import { DesignControls } from './design-controls.tsx';
import { DesignLearning } from './design-learning.tsx';
import { DesignStates } from './design-states.tsx';
import { DesignTokens } from './design-tokens.tsx';

/** Shows every component in every state. Developers see it; no production build has it. */
export default function DesignPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Container size="lg" py="xl">
      <Stack gap={48}>
        <div>
          <Title order={1}>Design</Title>
          <Text c="dimmed">Every component in every state. docs/design.md says when to use what.</Text>
          <SegmentedControl
            mt="md"
            aria-label="Colour scheme"
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
            data={['auto', 'light', 'dark']}
          />
        </div>
        <DesignTokens />
        <DesignLearning />
        <DesignControls />
        <DesignStates />
      </Stack>
    </Container>
  );
}
