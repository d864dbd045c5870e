import { Button, Stack, type StackProps } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface DisclosureProps extends Pick<StackProps, 'align'> {
  label: string;
  icon: ReactNode;
  /** Gives the focus to the first field of what has opened. */
  toField?: boolean;
  children: ReactNode;
}

/** A part of a page that is drawn, and read, once it is asked for. */
export function Disclosure({ label, icon, align, toField = false, children }: DisclosureProps) {
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen && toField) part.current?.querySelector('input')?.focus();
  }, [isOpen, toField]);
  return (
    <Stack gap={isOpen ? 'sm' : 0} align={align}>
      <Button
        variant="subtle"
        mih={44}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={icon}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} ref={part} style={{ width: '100%' }}>
        {isOpen && children}
      </div>
    </Stack>
  );
}
