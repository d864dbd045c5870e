import { Stack, type StackProps } from '@mantine/core';

interface PlacedBelowProps extends StackProps {
  /** Whether all above has its final height. */
  isPlaced: boolean;
}

/**
 * What stands below something whose height is not known yet. It loads meanwhile, and is seen when it has its place: nothing
 * moves before the eyes.
 */
export function PlacedBelow({ isPlaced, ...props }: PlacedBelowProps) {
  return <Stack {...props} style={isPlaced ? undefined : { visibility: 'hidden' }} />;
}
