import { useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './filters.module.css';

interface FiltersProps {
  /** What the fields are for, for those who hear the page. */
  label: string;
  /** Fields beside each other where there is room. */
  columns: number;
  /** The field that is always seen. */
  first: ReactNode;
  /** How many of the other fields narrow the list: it is said while they are folded away. */
  used: number;
  children: ReactNode;
}

/** What a list shows, and in what order. On a phone all but the first field are folded away. */
export function Filters({ label, columns, first, used, children }: FiltersProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <SimpleGrid
      className={`${classes.filters} not-printed`}
      role="search"
      aria-label={label}
      cols={{ base: 2, sm: columns }}
      spacing="sm"
      mod={{ open: isOpen }}
    >
      {first}
      <div className={classes.opener}>
        <Button
          variant="default"
          fullWidth
          mih={44}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {used > 0 ? t`Filters (${used})` : t`Filters`}
        </Button>
      </div>
      {children}
    </SimpleGrid>
  );
}
