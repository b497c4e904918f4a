import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Owner } from '../../support/servers/create-owner.js';
import type { SocketServer } from '../../support/servers/start-server.js';
import { type DashboardFixture, openWindow } from '../dashboard-fixture.js';

/** A state of a page and the steps to reach it. */
export interface View {
  readonly name: string;
  readonly server: (fixture: DashboardFixture) => SocketServer;
  readonly owner: (fixture: DashboardFixture) => Owner | null;
  readonly path: string | ((fixture: DashboardFixture) => string | Promise<string>);
  /** The steps after the page is open. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Owners and servers of views. */
export const nobody = () => null;
export const newcomer = (fixture: DashboardFixture) => fixture.newcomer;
export const regular = (fixture: DashboardFixture) => fixture.regular;
export const emailing = (fixture: DashboardFixture) => fixture.emailing;
export const open = (fixture: DashboardFixture) => fixture.open;

/** Submits a form without the validation of the browser. */
export async function sendAsIs(page: Page, form: string): Promise<void> {
  await page.locator(form).evaluate((element) => element.setAttribute('novalidate', ''));
  await page.locator(`${form} .actions button`).click();
  await page.waitForSelector('.problem');
}

/** Opens a view in its own browser context. */
export async function openView(
  browser: Browser,
  fixture: DashboardFixture,
  view: View,
  options: BrowserContextOptions = {},
  watch: (page: Page) => void = () => {},
): Promise<{ context: BrowserContext; page: Page }> {
  const server = view.server(fixture);
  const context = await openWindow(browser, server, view.owner(fixture), options);
  const page = await context.newPage();
  watch(page);
  await showView(page, fixture, view);
  return { context, page };
}

/** Shows a view on a page of a context that {@link openWindow} opened for its owner. */
export async function showView(page: Page, fixture: DashboardFixture, view: View): Promise<void> {
  const { url } = view.server(fixture);
  await page.goto(url + (typeof view.path === 'string' ? view.path : await view.path(fixture)));
  await view.act?.(page);
}
