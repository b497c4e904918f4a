import { join } from 'node:path';
import { form, quiz } from '../asks.js';
import { during } from '../process.js';
import { answerOnce, measure, requestsTo, show } from '../visitors.js';

/** @type {import('../rounds.js').Case} */
export const answers = {
  name: 'answers',
  about: 'attempts at a quiz of 20 questions, and forms of 15 fields, over HTTP',
  measures: {
    attempt: { label: 'an attempt : the same post parsed and answered, requests', unit: '×', atLeast: 0.3 },
    attemptMain: { label: 'an attempt : the same post parsed and answered, main thread', unit: '×' },
    submission: { label: 'a submission : the same post parsed and answered, requests', unit: '×', atLeast: 0.3 },
    submissionMain: { label: 'a submission : the same post parsed and answered, main thread', unit: '×' },
  },
  async prepare(folder) {
    let run = 0;

    /** @param {'quiz' | 'form'} kind @param {object} filled */
    async function compare(kind, filled) {
      const fresh = () => ({ database: join(folder, `answers${run++}.db`) });
      const next = async (/** @type {import('../process.js').Contender} */ ours) => {
        const paths = await ours.call('paths');
        return requestsTo(paths[kind], filled);
      };
      const copied = await during('askwell-visitors', fresh(), async (ours) => {
        const ask = await next(ours);
        return { ask, answer: await answerOnce(ours, ask) };
      });
      const bare = await during('bare-post', copied.answer, (peer) => measure(peer, copied.ask));
      const ours = await during('askwell-visitors', fresh(), async (server) => measure(server, await next(server)));
      return { bare, ours, rate: ours.rate / bare.rate, main: ours.main / bare.main };
    }

    return async () => {
      const attempts = await compare('quiz', quiz.filled);
      const submissions = await compare('form', form.filled);
      return {
        figures: {
          attempt: attempts.rate,
          attemptMain: attempts.main,
          submission: submissions.rate,
          submissionMain: submissions.main,
        },
        note: `a second (µs of the main thread, of all threads): attempts ${show(attempts.ours)} to ${show(attempts.bare)}, submissions ${show(submissions.ours)} to ${show(submissions.bare)}`,
      };
    };
  },
};
