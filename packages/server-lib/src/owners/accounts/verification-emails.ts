import type { RenderedEmail } from '../email/deliver-emails.js';
import { type EmailContent, renderHtml, renderText } from '../email/email-layout.js';

// These emails can reach strangers, whose address somebody else has entered. So they contain no text of the account.

/** Renders the email with a link that verifies an address. */
export function verificationEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  return render(to, {
    title: 'Verify your email',
    paragraphs: [
      'Open this link in a browser in which you are signed in, to show that this address is yours. The link works for two days.',
      'If you did not create an account, ignore this email. Nobody can send emails in your name without the link.',
    ],
    action: { text: 'Verify your email', url: link },
    footer: ['You get this email because an account was created with this address, or changed to it.'],
  });
}

/** Renders the email to the former address of an account. */
export function emailChangedEmail({ to, link }: { readonly to: string; readonly link: string }): RenderedEmail {
  return render(to, {
    title: 'The email of your account was changed',
    paragraphs: [
      'Your account does not use this address any more. Sign in with the new one.',
      'If it was not you, somebody else knows your password. Contact the operator of this service.',
    ],
    action: { text: 'Sign in', url: link },
    footer: ['You get this email because your account used this address.'],
  });
}

function render(to: string, more: Omit<EmailContent, 'lang' | 'dir'>): RenderedEmail {
  const content = { lang: 'en', dir: 'ltr', ...more } as const;
  return { to, subject: content.title, text: renderText(content), html: renderHtml(content) };
}
