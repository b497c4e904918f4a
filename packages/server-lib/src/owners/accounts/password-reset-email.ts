import type { RenderedEmail } from '../email/deliver-emails.js';
import { renderHtml, renderText } from '../email/email-layout.js';

/** Renders the email with a link to set a new password. */
export function resetEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  const content = {
    lang: 'en',
    dir: 'ltr',
    title: 'Set a new password',
    paragraphs: [
      'Someone asked for a link to set a new password for your account. The link works once, within one hour.',
      'If it was not you, ignore this email. Your password stays the same.',
    ],
    action: { text: 'Set a new password', url: link },
    footer: ['You get this email because your account uses this address.'],
  } as const;
  return { to, subject: 'Set a new password', text: renderText(content), html: renderHtml(content) };
}
