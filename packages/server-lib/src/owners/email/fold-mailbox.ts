import { domainToASCII } from 'node:url';

/** Domains whose mailboxes ignore dots before the `@`, and are the same mailbox. Google documents both. */
const gmail: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Returns an address in a form that is the same for all addresses of a mailbox, as far as common providers agree. Limits count by
 * it; an email is never sent to it.
 *
 * Case is ignored, and so is what follows a `+` before the `@`. Dots are only ignored at Gmail: elsewhere, `a.b@` and `ab@` can be two
 * people, and one would use up the limit of the other.
 */
export function foldMailbox(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = foldDomain(text.slice(at + 1));
  const [name = ''] = text.slice(0, at).split(/(?<=.)\+/, 1);
  return gmail.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** The final dot of a domain has no meaning, and an international domain has two forms. */
function foldDomain(domain: string): string {
  const name = domain.replace(/\.+$/, '');
  return domainToASCII(name) || name;
}
