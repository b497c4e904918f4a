import { Poll } from './poll.js';

export default async function Page({ params }) {
  const { id } = await params;
  return <Poll id={id} server={`${process.env.NEXT_BASE_PATH ?? ''}/polls`} />;
}
