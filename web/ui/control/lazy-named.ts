import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: whatever it is given
type Component = ComponentType<any>;

/** A component that is loaded when it is first drawn, by its name in its module. */
export const lazyNamed = <Name extends string, Module extends Record<Name, Component>>(
  name: Name,
  load: () => Promise<Module>,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await load())[name] }));
