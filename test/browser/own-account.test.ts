import type { Page } from 'playwright-core';
import t from 'tap';
import { logIn, makeAccount } from './account-in-browser.ts';
import { screenCheck } from './accessible-screen.ts';
import { becomes, startBrowserTest } from './browser-harness.ts';
import { notice } from './noted-notices.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
