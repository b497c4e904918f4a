import type { Clock } from '../../clock.js';
import { OptionError } from '../../validation/option-error.js';
import type { EmailOptions } from '../email-options.js';
import type { EmailTransport } from './email-transport.js';
import { createFunctionTransport } from './function-transport.js';
import { createSmtpTransport } from './smtp-transport.js';
import { parseSmtpUrl } from './smtp-url.js';

/** Creates the transport that the option `email` describes. */
export type CreateTransport = (options: EmailOptions, clock: Clock) => EmailTransport;

/** Creates a transport to an SMTP server, or to a function of the host. Nothing is connected yet. */
export const createTransport: CreateTransport = (options, clock) => {
  if ('send' in options) return createFunctionTransport(options.send, clock);
  const server = parseSmtpUrl(options.url);
  if (!server) throw new OptionError('email.url: expected an smtp:// or smtps:// URL.');
  return createSmtpTransport(server);
};
