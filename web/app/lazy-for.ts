import { type ComponentType, lazy } from 'react';
import { type Area, loadTexts } from '../lib/language.ts';

/**
 * A part of the client that is loaded when it is needed, with the texts of those whom it is for. The build reads these
 * calls: the file stands in each as it is.
 */
export const lazyFor = <C extends ComponentType>(area: Area, load: () => Promise<{ default: C }>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts(area)]);
    return part;
  });
