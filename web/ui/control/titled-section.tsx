import { Paper, type PaperProps, Stack, type StackProps, Text, Title, type TitleProps } from '@mantine/core';
import { type ReactNode, type RefObject, useId } from 'react';

interface TitledSectionProps extends Omit<StackProps, 'title'>, Pick<PaperProps, 'p' | 'maw' | 'shadow'> {
  title: ReactNode;
  /** Below the title. */
  text?: ReactNode;
  order: 2 | 3 | 4;
  /** By default a step below its order. */
  size?: TitleProps['size'];
  /** Can be given the focus. */
  heading?: RefObject<HTMLHeadingElement | null>;
  isCard?: boolean;
}

/** A section of a page, called by its title. */
export function TitledSection(props: TitledSectionProps) {
  const {
    title,
    text,
    order,
    size = `h${order + 1}` as `h${3 | 4 | 5}`,
    heading,
    isCard,
    p = 'lg',
    maw,
    shadow,
    children,
    ...stack
  } = props;
  const id = useId();
  const content = (
    <>
      <div>
        <Title id={id} ref={heading} tabIndex={heading && -1} order={order} size={size}>
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {children}
    </>
  );
  if (!isCard)
    return (
      <Stack component="section" aria-labelledby={id} {...stack}>
        {content}
      </Stack>
    );
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="lg" p={p} maw={maw} shadow={shadow}>
      <Stack {...stack}>{content}</Stack>
    </Paper>
  );
}
