import {
  ActionIcon,
  Alert,
  Badge,
  Box,
  Button,
  Checkbox,
  Container,
  Kbd,
  Menu,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Tabs,
  Text,
  Textarea,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ChartFigure, EmptyChart } from '../chart/chart-figure.tsx';
import { BackLink } from '../ui/control/back-link.tsx';
import { Dialog } from '../ui/control/dialog.tsx';
import { LetterCounter } from '../ui/control/letter-counter.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { FiguresSkeleton } from '../ui/feedback/figures-skeleton.tsx';
import { LiveBadge } from '../ui/feedback/live-badge.tsx';
import { LoadError } from '../ui/feedback/load-error.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { Filters } from '../ui/list/filters.tsx';
import { Pages } from '../ui/list/pagination.tsx';
import classes from './design.module.css';
import { DesignLearning } from './design-learning.tsx';
import { Chapter, Specimen } from './specimen.tsx';

function Buttons() {
  return (
    <>
      <Specimen name="Button" use="One filled on a screen: what most people came for. Rows have subtle ones.">
        <Button>Filled</Button>
        <Button variant="light">Light</Button>
        <Button variant="default">Default</Button>
        <Button variant="subtle">Subtle</Button>
        <Button variant="subtle" color="red">
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button loading>Loading</Button>
        <Button size="lg" rightSection={<Kbd>Space</Kbd>}>
          Large
        </Button>
      </Specimen>
      <Specimen name="Icon button" use="Always with a name; 44 px where it is used by thumb.">
        <ActionIcon variant="subtle" size={44} aria-label="Edit">
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="light" size={44} aria-label="Edit, light">
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" size={44} aria-label="Delete">
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" size={44} disabled aria-label="Edit, disabled">
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Specimen>
    </>
  );
}

function Fields() {
  return (
    <Specimen name="Fields" use="A label above, help below it, and what is wrong where it is wrong.">
      <SimpleGrid cols={{ base: 1, sm: 3 }} w="100%">
        <TextInput label="Title" description="At most 50 letters" placeholder="Placeholder" />
        <TextInput label="With an error" error="Please fill in this field" />
        <TextInput label="Disabled" disabled value="Cannot be changed" readOnly />
        <PasswordInput label="Password" />
        <NumberInput label="Cards" defaultValue={20} />
        <NativeSelect label="Class" data={['10A1', '10A2']} />
        <Textarea label="Description" autosize minRows={2} />
        <Checkbox label="Checkbox" defaultChecked />
        <Radio label="Radio" defaultChecked />
        <Switch label="Switch" defaultChecked />
        <LetterCounter text="Twelve words" limit={8} />
      </SimpleGrid>
    </Specimen>
  );
}

function Messages() {
  const notices = useNotices();
  return (
    <Specimen name="Messages" use="A notice for what just happened, an alert for what stays so.">
      <Button variant="default" onClick={() => notices.success('It was saved')}>
        Success
      </Button>
      <Button variant="default" onClick={() => notices.info('Something is new')}>
        Information
      </Button>
      <Button variant="default" onClick={() => notices.warning('Take care')}>
        Warning
      </Button>
      <Button variant="default" onClick={() => notices.error('It could not be saved')}>
        Error
      </Button>
      <Alert color="sky" icon={<IconInfoCircle aria-hidden />} title="Information">
        What is good to know.
      </Alert>
      <Alert color="honey" icon={<IconAlertTriangle aria-hidden />} title="Warning">
        What may go wrong.
      </Alert>
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Error">
        What went wrong.
      </Alert>
    </Specimen>
  );
}

function Windows() {
  const confirm = useConfirm();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <Specimen
      name="Windows"
      use="In the middle; a question says what will happen, and its button repeats the verb."
    >
      <Button variant="default" onClick={open}>
        Window
      </Button>
      <Dialog opened={opened} onClose={close} title="Window">
        It is raised above the page.
      </Dialog>
      <Button
        variant="default"
        onClick={() =>
          void confirm({
            title: 'Delete the deck?',
            text: 'Its cards go, too.',
            confirmLabel: 'Delete',
            danger: true,
          })
        }
      >
        Question
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="default">Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Edit</Menu.Item>
          <Menu.Item color="red">Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Specimen>
  );
}

function DesignControls() {
  const [page, setPage] = useState(3);
  return (
    <Chapter title="Controls">
      <Buttons />
      <Fields />
      <Messages />
      <Windows />
      <Specimen name="Tabs and pages">
        <Tabs defaultValue="one">
          <Tabs.List aria-label="Tabs">
            <Tabs.Tab value="one">Overview</Tabs.Tab>
            <Tabs.Tab value="two" rightSection={<Badge circle>5</Badge>}>
              Requests
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="one" pt="sm">
            The first panel
          </Tabs.Panel>
          <Tabs.Panel value="two" pt="sm">
            The second panel
          </Tabs.Panel>
        </Tabs>
        <Pages total={9} page={page} onChange={setPage} label="Pages of nothing" />
      </Specimen>
    </Chapter>
  );
}

const DAYS = [
  'Today\n22/11',
  'Mon\n23/11',
  'Tue\n24/11',
  'Wed\n25/11',
  'Thu\n26/11',
  'Fri\n27/11',
  'Sat\n28/11',
];
const CARDS = [37, 12, 8, 0, 19, 4, 11];

function Chart() {
  return (
    <ChartFigure
      data={{
        labels: DAYS,
        series: [{ name: 'Cards', values: CARDS, text: (index) => `${CARDS[index]} cards` }],
        marked: 0,
        title: (index) => DAYS[index]?.replace('\n', ' ') ?? '',
      }}
      summary="Reviews of a week"
      table={{
        head: ['Day', 'Cards'],
        rows: DAYS.map((label, at) => ({ key: label, label, cells: [CARDS[at] ?? 0] })),
      }}
    />
  );
}

function DesignStates() {
  return (
    <Chapter title="Data and its four states">
      <Specimen name="Loading" use="As high as what comes.">
        <Loading />
        <Box w={{ base: '100%', sm: 420 }}>
          <FiguresSkeleton />
        </Box>
      </Specimen>
      <Specimen name="Empty" use="Says what would be here and has the button for it.">
        <Empty text="There are no cards yet." action={<Button>Add a card</Button>} />
      </Specimen>
      <Specimen name="Way back" use="Above the title of a page that another one leads to.">
        <BackLink to="/design">All decks</BackLink>
      </Specimen>
      <Specimen
        name="Filters"
        use="Above a list that has more than two fields. A phone shows the first, and how many others narrow it."
      >
        <Box w="100%">
          <Filters
            label="Sort and filter"
            columns={3}
            first={<TextInput type="search" label="Search for students" />}
            used={1}
          >
            <NativeSelect label="Role" defaultValue="Student" data={['All', 'Student']} />
            <NativeSelect label="Sort by" data={['Name, A to Z', 'Latest seen first']} />
          </Filters>
        </Box>
      </Specimen>
      <Specimen name="Error" use="What could not be loaded, and a way to try again.">
        <LoadError error={new TypeError('Failed to fetch')} onRetry={() => undefined} />
      </Specimen>
      <Specimen name="Chart" use="Dates below, today stands out; without anything to show it says so.">
        <Box w={{ base: '100%', sm: 420 }}>
          <Chart />
        </Box>
        <Box w={{ base: '100%', sm: 420 }}>
          <EmptyChart
            text="Nothing to review in these days."
            hint="A longer period shows what comes later."
          />
        </Box>
      </Specimen>
      <Specimen name="Live" use="How fresh the figures are.">
        {(['connecting', 'live', 'reconnecting', 'polling'] as const).map((state) => (
          <LiveBadge key={state} state={state} />
        ))}
      </Specimen>
    </Chapter>
  );
}

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

function DesignTokens() {
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
