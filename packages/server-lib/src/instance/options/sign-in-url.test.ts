import { describe, expect, test } from 'vitest';
import { hostSignInUrl, parseSignInUrl, signInUrlFor } from './sign-in-url.js';

describe('the URL of the sign-in page', () => {
  test.each([
    ['/login', '/login?next=%2Fpolls%2Fdashboard'],
    ['/login?tab=password', '/login?tab=password&next=%2Fpolls%2Fdashboard'],
    ['/login#form', '/login?next=%2Fpolls%2Fdashboard#form'],
    ['/login?returnTo={next}', '/login?returnTo=%2Fpolls%2Fdashboard'],
    ['https://id.example.com/in?to={next}&app=1', 'https://id.example.com/in?to=%2Fpolls%2Fdashboard&app=1'],
    ['https://id.example.com/{next}', 'https://id.example.com/%2Fpolls%2Fdashboard'],
  ])('%s takes the page to return to', (option, url) => {
    expect(signInUrlFor(parseSignInUrl(option), '/polls/dashboard')).toBe(url);
  });

  test('encodes what has a meaning in URLs and in replacements', () => {
    expect(signInUrlFor('/login?next={next}', '/a?b=$&c#d')).toBe('/login?next=%2Fa%3Fb%3D%24%26c%23d');
  });

  test.each(['login', '//evil.example.com/', '/\\evil.example.com', 'javascript:alert(1)', 'ftp://example.com/', ''])(
    'refuses %j',
    (option) => {
      expect(() => parseSignInUrl(option)).toThrow(/^signInUrl: expected a path or an http or https URL/);
    },
  );
});

test.each([
  ['/login', '/login?next=%2Fp%2Fpoll_1'],
  ['https://app.example.com/login', 'https://app.example.com/login?next=%2Fp%2Fpoll_1'],
  ['https://id.example.com/in', 'https://id.example.com/in?next=https%3A%2F%2Fapp.example.com%2Fp%2Fpoll_1'],
])('%s returns to a path of its own origin, and to a URL of another', (option, url) => {
  const host = { signInUrl: parseSignInUrl(option), urls: { origin: 'https://app.example.com' } };
  expect(hostSignInUrl(host, '/p/poll_1')).toBe(url);
});
