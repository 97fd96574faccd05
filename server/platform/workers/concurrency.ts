/** Runs one task at a time, in the order of the calls; returns `busy` when `maxWaiting` tasks are running or waiting already. */
export function serialQueue(maxWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async function enqueue<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (waiting >= maxWaiting) return 'busy'
    waiting++
    const done = last.then(work).finally(() => waiting--)
    last = done.catch(() => undefined)
    return done
  }
}

/** Runs at most `max` tasks at once, in the order of the calls: a waiting task holds no resource that others need. */
export function limitConcurrency(max: number) {
  const waiting: (() => void)[] = []
  let free = max
  return async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--
    else await new Promise<void>(begin => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
