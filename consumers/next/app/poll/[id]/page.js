import { Poll } from './poll.js';

export default async function Page({ params }) {
  const { id } = await params;
  return <Poll id={id} />;
}
