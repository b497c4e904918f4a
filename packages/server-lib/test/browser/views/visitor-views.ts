import type { Page } from 'playwright-core';
import type { DashboardFixture } from '../dashboard-fixture.js';
import { emailing, nobody, open, regular, sendAsIs, type View } from './view.js';

const unverified = ({ emailed }: DashboardFixture) => emailed.unverified;

/** Returns the path of a link of the host app. */
async function enterPath({ emailing: { askwell } }: DashboardFixture): Promise<string> {
  const { pathname, search } = new URL(await askwell.dashboardLink({ id: 'employee-7', name: 'Grace Hopper' }));
  return pathname + search;
}

/** Waits until the widget has replaced the plain form of the sample poll. */
const waitForSample = (page: Page) => page.locator('askwell-poll[state=open]').waitFor();

/** The landing page, registering and signing in. */
export const visitorViews: readonly View[] = [
  { name: 'landing', server: open, owner: nobody, path: '/', act: waitForSample },
  { name: 'landing-owner', server: open, owner: regular, path: '/', act: waitForSample },
  {
    name: 'landing-results',
    server: open,
    owner: nobody,
    path: '/',
    async act(page) {
      await waitForSample(page);
      await page.getByRole('button', { name: 'Show results' }).click();
    },
  },
  {
    name: 'landing-voted',
    server: open,
    owner: nobody,
    path: '/',
    async act(page) {
      await waitForSample(page);
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Vote' }).click();
      await page.locator('askwell-poll[state=answered]').waitFor();
    },
  },
  { name: 'register', server: open, owner: nobody, path: '/register' },
  {
    name: 'register-problem',
    server: open,
    owner: nobody,
    path: '/register',
    async act(page) {
      await page.fill('#register-name', 'New <b>Owner</b>');
      await page.fill('#register-email', 'nowhere');
      await page.fill('#register-password', 'short');
      await sendAsIs(page, '#register');
    },
  },
  { name: 'register-closed', server: (fixture) => fixture.closed, owner: nobody, path: '/register' },
  { name: 'register-host', server: (fixture) => fixture.hosted, owner: nobody, path: '/register' },
  { name: 'register-host-nobody', server: (fixture) => fixture.hostedSignedOut, owner: nobody, path: '/register' },
  { name: 'login', server: open, owner: nobody, path: '/login?next=%2Fdashboard%2Fkeys' },
  {
    name: 'login-problem',
    server: open,
    owner: nobody,
    path: '/login',
    async act(page) {
      await page.fill('#login-email', 'nobody@example.com');
      await page.fill('#login-password', 'not the password');
      await sendAsIs(page, '#login');
    },
  },
  { name: 'login-host', server: (fixture) => fixture.hosted, owner: nobody, path: '/login' },
  { name: 'login-emailing', server: emailing, owner: nobody, path: '/login' },
  { name: 'forgot-password', server: emailing, owner: nobody, path: '/forgot-password' },
  { name: 'reset-password', server: emailing, owner: nobody, path: ({ emailed }) => emailed.resetPath },
  {
    name: 'reset-password-unverified',
    server: emailing,
    owner: nobody,
    path: ({ emailed }) => emailed.unverifiedResetPath,
  },
  {
    name: 'reset-password-problem',
    server: emailing,
    owner: nobody,
    path: ({ emailed }) => emailed.resetPath,
    async act(page) {
      await page.fill('#reset-password-password', 'short');
      await sendAsIs(page, '#reset-password');
    },
  },
  { name: 'reset-password-expired', server: emailing, owner: nobody, path: '/reset-password?token=0' },
  {
    name: 'forgot-password-sent',
    server: emailing,
    owner: nobody,
    path: '/forgot-password',
    async act(page) {
      await page.fill('#forgot-password-email', 'nobody@example.com');
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    },
  },
  { name: 'verify-email', server: emailing, owner: unverified, path: ({ emailed }) => emailed.verifyPath },
  { name: 'verify-email-expired', server: emailing, owner: unverified, path: '/verify-email?token=0' },
  { name: 'enter', server: emailing, owner: nobody, path: enterPath },
  { name: 'enter-signed-in', server: emailing, owner: unverified, path: enterPath },
  { name: 'enter-expired', server: emailing, owner: nobody, path: '/enter?token=0' },
  { name: 'unsubscribe-problem', server: emailing, owner: nobody, path: '/unsubscribe?asks=new&token=none' },
  { name: 'logout', server: open, owner: regular, path: '/logout' },
  { name: 'not-found', server: open, owner: nobody, path: '/nowhere' },
];
