import { OptionError } from '../../base/validation/option-error.js';
import type { EmailOptions } from './email-options.js';
import type { EmailTransport } from './email-transport.js';
import { createFunctionTransport } from './function-transport.js';
import { createSmtpTransport } from './smtp-transport.js';
import { parseSmtpUrl } from './smtp-url.js';

/** Creates the transport that the option `email` describes. */
export type CreateTransport = (options: EmailOptions) => EmailTransport;

/** Creates a transport to an SMTP server, or to a function of the host. Nothing is connected yet. */
export const createTransport: CreateTransport = (options) => {
  if ('send' in options) return createFunctionTransport(options.send);
  const server = parseSmtpUrl(options.url);
  if (!server) throw new OptionError('email.url: expected an smtp:// or smtps:// URL.');
  return createSmtpTransport(server);
};
