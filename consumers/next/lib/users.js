/** The users of the app, whose IDs are integers. */
const users = [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `user${id}@example.com` }));

export function findUser(cookie) {
  const user = users.find(({ id }) => id === Number(/\buser=(\d+)/.exec(cookie ?? '')?.[1]));
  return user ? { ...user, id: String(user.id) } : null;
}
