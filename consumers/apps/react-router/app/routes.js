import { route } from '@react-router/dev/routes';

export default [
  route('polls/*', 'routes/polls.js'),
  route('sign-in/:user', 'routes/sign-in.js'),
  route('api/lunch', 'routes/lunch.js'),
  route('api/lunch/:id', 'routes/answers.js'),
  route('lunch/:id', 'routes/page.jsx'),
];
