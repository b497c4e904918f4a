/** Creates a function that runs tasks with the same key one after the other, and tasks with different keys concurrently. */
export function createSerialTasks() {
  const last = new Map<string, Promise<unknown>>();

  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
