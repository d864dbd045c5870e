import type { Locator, Page } from 'playwright-core';

/** Fills in the form of the login, on the page at this path or on the one that is open, and sends it. */
export async function logInByForm(
  page: Page,
  { email, password }: { email: string; password: string },
  path?: string,
): Promise<void> {
  if (path) await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
}

/** Fills in the form of the registration without sending it. */
export async function fillRegistration(
  page: Page,
  email: string,
  role: 'student' | 'teacher',
  { name = 'Lan', password = 'quiet lamp of mine' } = {},
): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.locator(`[name=role][value=${role}]`).check();
}

/** Fills in a form of a new password with the one so far and this one, and sends it. */
export async function changePassword(form: Page | Locator, given: string, own: string): Promise<void> {
  await form.getByLabel('Current password').fill(given);
  await form.getByLabel('New password', { exact: true }).fill(own);
  await form.getByLabel('Repeat the new password').fill(own);
  await form.getByRole('button', { name: 'Change the password' }).click();
}
