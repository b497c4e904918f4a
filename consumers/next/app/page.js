export default function Page() {
  return <p>The host's own page</p>;
}
