// A limit of time for what may never come.

/** Returns what comes within a time in milliseconds. */
export async function within<T>(time: number, coming: T | Promise<T>, late = 'too slow'): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, fail) => { timer = setTimeout(() => fail(new Error(late)), time) })
  return Promise.race([coming, over]).finally(() => clearTimeout(timer))
}
