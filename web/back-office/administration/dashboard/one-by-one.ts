const AT_ONCE = 3

let running = 0
const waiting: (() => void)[] = []

/** Runs a few of many calls at a time, so that they leave the browser's connections to the page. */
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
