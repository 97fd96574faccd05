const AT_ONCE = 3

let running = 0
const waiting: (() => void)[] = []

/** Limits how many calls run at a time, so that the page keeps enough of the browser's connections. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
