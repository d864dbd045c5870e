import { Stack, type StackProps } from '@mantine/core';
import { useAwake } from '../../lib/live/use-awake.ts';

/**
 * What stands below something whose height is not known yet. It loads meanwhile, and is seen when it has its place: nothing
 * moves before the eyes.
 */
export function PlacedBelow({ isPlaced, ...props }: StackProps & { isPlaced: boolean }) {
  // What is rendered ahead is no longer than what is seen of it.
  if (!useAwake()) return null;
  return <Stack {...props} style={isPlaced ? undefined : { visibility: 'hidden' }} />;
}
