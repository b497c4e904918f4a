import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../base/clock.js';
import { callOutside, DeadlineError } from '../../base/deadline.js';
import type { Logger } from '../../base/logger.js';
import { createPacedLog } from '../../base/paced-log.js';
import { createTrustedProxies } from '../../http/limits/client-address.js';
import { embeddedIpv4, isPublicAddress } from './public-address.js';
import type { LookUpHost, WebhookSettings } from './webhook-options.js';

/**
 * The reason why a webhook is not sent to a URL, as its owner sees it. A host that does not exist and a host with a private address
 * have the same reason, so that owners cannot discover names in the operator's network.
 */
export type TargetProblem = 'invalid_url' | 'needs_https' | 'unreachable_host';

/** The reason why a host is not reached, for the operator. */
type HostProblem = 'unknown_host' | 'private_address' | 'lookup_timeout';

/** Thrown for a URL to which no webhook is sent. */
export class TargetError extends Error {
  override readonly name = 'TargetError';

  constructor(readonly problem: TargetProblem) {
    super(`Webhooks are not sent to this URL: ${problem}.`);
  }
}

/** Parses the URL of a webhook. Returns undefined if the text is not a valid URL for webhooks, whatever the operator allows. */
export function parseTargetUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.hash === '';
  return isPlain ? url : undefined;
}

/** Decides to which addresses webhooks are sent. */
export type TargetGuard = ReturnType<typeof createTargetGuard>;

/** Milliseconds until an unanswered DNS query is sent again. */
const queryTimeout = 1_500;

export interface TargetGuardOptions
  extends Pick<WebhookSettings, 'allowHttp' | 'allowedAddresses' | 'lookup' | 'timeout'> {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Creates a guard against requests to the operator's own network. It resolves names itself, so that connections go to the checked
 * addresses even if a name resolves to other addresses afterwards.
 */
export function createTargetGuard({
  allowHttp,
  allowedAddresses,
  lookup = lookUpByDns,
  timeout,
  clock,
  logger,
}: TargetGuardOptions) {
  const allowed = createTrustedProxies(allowedAddresses);
  const log = createPacedLog((details, message) => logger.info(details, message), clock);

  function isAllowed(text: string): boolean {
    return isPublicAddress(text) || allowed.has(text) || isEmbeddedAllowed(text);
  }

  function isEmbeddedAllowed(text: string): boolean {
    const address = ipaddr.IPv6.isValid(text) ? embeddedIpv4(ipaddr.IPv6.parse(text)) : undefined;
    return address !== undefined && allowed.has(address.toString());
  }

  /** Returns the error for a host. Only the log has the exact reason. */
  function refuse(reason: HostProblem): TargetError {
    log({ reason }, 'The host of a webhook is not reached.');
    return new TargetError('unreachable_host');
  }

  /** Returns the error for an address to which no connection may be opened. */
  function refusalOf(address: string): TargetError | undefined {
    return isAllowed(address) ? undefined : refuse('private_address');
  }

  /**
   * Parses the URL of a webhook.
   *
   * @throws TargetError
   */
  function parse(text: string): URL {
    const url = parseTargetUrl(text);
    if (!url) throw new TargetError('invalid_url');
    if (url.protocol === 'http:' && !allowHttp) throw new TargetError('needs_https');
    return url;
  }

  /**
   * Returns the addresses of a host to which a connection may be opened.
   *
   * @throws TargetError if any address is not allowed, because a name with a public and a private address is an attack.
   */
  async function resolve(hostname: string): Promise<readonly string[]> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(host) ? [host] : await lookUp(host);
    if (addresses.length === 0) throw refuse('unknown_host');
    if (!addresses.every(isAllowed)) throw refuse('private_address');
    return addresses;
  }

  async function lookUp(host: string): Promise<readonly string[]> {
    if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'].filter(isAllowed).concat(loopback).slice(0, 1);
    try {
      const found = await callOutside(() => lookup(host), { what: '`webhooks.lookup`', clock, timeout });
      return found.filter((address) => isIP(address) !== 0);
    } catch (error) {
      throw refuse(error instanceof DeadlineError ? 'lookup_timeout' : 'unknown_host');
    }
  }

  return { refusalOf, parse, resolve };
}

const loopback = '127.0.0.1';

/**
 * Queries the DNS servers of the system. `dns.lookup` would block threads that also hash passwords, and an owner can choose a name
 * whose servers never answer.
 */
async function lookUpByDns(hostname: string): ReturnType<LookUpHost> {
  const resolver = new Resolver({ timeout: queryTimeout, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
