export async function GET(_request, { params }) {
  const { id } = await params;
  return new Response(null, { status: 204, headers: { 'set-cookie': `user=${id}; Path=/; HttpOnly; SameSite=Lax` } });
}
