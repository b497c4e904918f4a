import { describeChangeFeedOverKills } from './change-feed-processes.case.js';

describeChangeFeedOverKills();
