import { describeChangeFeedOverKills } from '../../src/events/feed/change-feed-processes.case.js';

describeChangeFeedOverKills();
