import type { FrameworkHost } from './define.js';
import { fetchHosts } from './fetch-hosts.js';
import { h3Hosts } from './h3-hosts.js';
import { nodeHosts } from './node-hosts.js';

/** An app for each helper, and for each way to use it. */
export const frameworkHosts: readonly FrameworkHost[] = [...nodeHosts, ...fetchHosts, ...h3Hosts];
