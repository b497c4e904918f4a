// Builds a quiz, takes it as two visitors would, and prints how it went.
import { Askwell, defineQuiz, RateLimitError } from '@askwell/client';

// Takes ASKWELL_API_KEY and ASKWELL_BASE_URL from the environment.
const askwell = new Askwell({ deadline: 30_000 });

const capitals = defineQuiz({
  title: 'Capitals of the world',
  pass_percentage: 60,
  reveal: 'answers',
  questions: [
    {
      id: 'australia',
      type: 'single',
      prompt: 'What is the capital of Australia?',
      options: [
        { id: 'sydney', label: 'Sydney' },
        { id: 'canberra', label: 'Canberra' },
        { id: 'perth', label: 'Perth' },
      ],
      answer: 'canberra',
      explanation: 'Sydney and Melbourne could not agree, so a new city was built between them.',
    },
    { id: 'france', type: 'text', prompt: 'And of France?', answer: ['Paris'] },
    {
      id: 'sea',
      type: 'multiple',
      prompt: 'Which of these are by the sea?',
      options: [
        { id: 'lisbon', label: 'Lisbon' },
        { id: 'madrid', label: 'Madrid' },
        { id: 'dublin', label: 'Dublin' },
      ],
      answer: ['lisbon', 'dublin'],
      partial: true,
    },
  ],
  bands: [
    { min_percentage: 0, title: 'A good start' },
    { min_percentage: 80, title: 'Well travelled' },
  ],
});

try {
  const quiz = await askwell.quizzes.create(capitals);
  console.log(`Made "${quiz.title}" with ${quiz.questions.length} questions.\n`);

  await take(quiz.id, 'Visitor', { australia: 'canberra', france: 'paris', sea: ['lisbon', 'dublin'] });
  await take(quiz.id, 'Robin', { australia: 'sydney', sea: ['lisbon'] });

  await printResults(quiz);
  await askwell.quizzes.delete(quiz.id);
} catch (error) {
  if (!(error instanceof RateLimitError)) throw error;
  console.error(`Too many attempts for now. Try again in ${error.retryAfter} seconds.`);
  process.exitCode = 1;
}

/** Submits an attempt, as a visitor's browser would: without the key. */
async function take(quizId, name, answers) {
  const attempt = await askwell.quizzes.attempts.create(quizId, { name, answers });
  console.log(
    `${name}: ${attempt.score} of ${attempt.max_score}, ${attempt.passed ? 'passed' : 'not passed'}. ${attempt.band.title}.`,
  );
  for (const { id, correct, explanation } of attempt.questions) {
    if (!correct && explanation) console.log(`  ${id}: ${explanation}`);
  }
}

async function printResults({ id, questions }) {
  const results = await askwell.quizzes.results(id);
  console.log(`\n${results.attempts_count} attempts, ${percent(results.pass_rate)} passed.`);
  for (const { id, correct_rate } of results.questions) {
    const prompt = questions.find((question) => question.id === id)?.prompt;
    console.log(`  ${percent(correct_rate).padStart(4)}  ${prompt}`);
  }

  console.log('\nAll attempts, the first one first:');
  for await (const { name, score } of askwell.quizzes.attempts.list(id, { order: 'asc' })) {
    console.log(`  ${name} ${score}`);
  }
}

function percent(share) {
  return `${Math.round(share * 100)}%`;
}
