import { Badge, Box, Button, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import classes from './design.module.css';
import { Chapter, Specimen } from './specimen.tsx';

const MEANINGS = [
  ['grape', 'act'],
  ['leaf', 'known, right'],
  ['honey', 'being learnt, care'],
  ['sky', 'new, in passing'],
  ['rose', 'forgotten'],
  ['red', 'failed, cannot be undone'],
  ['gray', 'of no meaning'],
] as const;

const SHADES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const DEPTHS = ['ground', 'surface', 'raised'];
const SIZES = [
  ['xs', '12: beside numbers and fields'],
  ['sm', '14: what may be missed'],
  ['md', '16: everything that is read'],
  ['lg', '20: titles of parts'],
  ['xl', '28: the title of a page'],
  ['2xl', '40: home only'],
  ['3xl', '56: home only'],
] as const;

export function DesignTokens() {
  return (
    <Chapter title="Colours, depths and type">
      {MEANINGS.map(([color, meaning]) => (
        <Specimen key={color} name={color} use={meaning}>
          <div className={classes.shades}>
            {SHADES.map((shade) => (
              <Box key={shade} className={classes.shade} bg={`${color}.${shade}`} title={String(shade)} />
            ))}
          </div>
          <Button color={color}>filled</Button>
          <Button color={color} variant="light">
            light
          </Button>
          <Button color={color} variant="subtle">
            subtle
          </Button>
          <Badge color={color} variant="light" tt="none">
            light
          </Badge>
          <Text c={color === 'gray' ? 'dimmed' : color}>text</Text>
        </Specimen>
      ))}
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {DEPTHS.map((depth) => (
          <Box key={depth} className={classes.depth} data-depth={depth}>
            <Text fw={600}>{depth}</Text>
            <Text size="sm" c="dimmed">
              dimmed
            </Text>
          </Box>
        ))}
      </SimpleGrid>
      <Specimen name="Type">
        <Stack gap={4}>
          {SIZES.map(([size, use]) => (
            <Text key={size} fz={size} className={classes.line}>
              {use}
            </Text>
          ))}
          <Title order={1}>h1 of a page</Title>
          <Text fw={400}>400 is read</Text>
          <Text fw={600}>600 is a label</Text>
          <Text fw={700} className="tabular">
            700 is a title or a number 1234567890
          </Text>
        </Stack>
      </Specimen>
    </Chapter>
  );
}
