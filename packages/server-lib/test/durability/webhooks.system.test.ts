import { describeWebhooksOverKills } from './webhooks.case.js';

describeWebhooksOverKills();
