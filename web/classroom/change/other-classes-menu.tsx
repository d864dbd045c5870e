import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface OtherClassesMenuProps {
  button: ReactNode;
  others: readonly { value: string; label: string }[];
  /** Null leads to all classes. */
  onChoose: (id: number | null) => void;
  onCreate: () => void;
}

export default function OtherClassesMenu({ button, others, onChoose, onCreate }: OtherClassesMenuProps) {
  const { t } = useLingui();
  return (
    <Menu defaultOpened position="bottom-start" shadow="md" width={280}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        {others.map(({ value, label }) => (
          <Menu.Item key={value} className="breakable" onClick={() => onChoose(Number(value))}>
            {label}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconLayoutGrid size={18} aria-hidden />} onClick={() => onChoose(null)}>
          {t`All classes`}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={18} aria-hidden />} onClick={onCreate}>
          {t`New class`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
