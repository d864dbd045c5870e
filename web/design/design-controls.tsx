import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Checkbox,
  Kbd,
  Menu,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Radio,
  SimpleGrid,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../ui/control/dialog.tsx';
import { LetterCounter } from '../ui/control/letter-counter.tsx';
import { useConfirm } from '../ui/feedback/confirm.tsx';
import { useNotices } from '../ui/feedback/notices.tsx';
import { Pages } from '../ui/list/pagination.tsx';
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

export function DesignControls() {
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
