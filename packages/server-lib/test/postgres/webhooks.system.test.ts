import { describeWebhooksOverKills } from '../durability/webhooks.case.js';

describeWebhooksOverKills();
