import { describeChangeFeedOverKills } from '../../src/change-feed/change-feed-processes.case.js';

describeChangeFeedOverKills();
