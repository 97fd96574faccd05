// A scanner types faster than this, a person slower.
const ALONE_MS = 60
// How long after g its letter may come.
const SEQUENCE_MS = 1500

export type KeyCommand = { kind: 'search' } | { kind: 'help' } | { kind: 'go'; letter: string }

const nothing = () => undefined

/**
 * Makes commands of single keys: "/", "?", and g with a letter after it. A key counts only when none came just before it
 * and none comes just after: those of a scanner never do. `after` runs what it is given once that time has passed.
 */
export function createKeyReader(
  run: (command: KeyCommand) => void,
  after: (act: () => void, ms: number) => () => void = (act, ms) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
) {
  let lastMs = -Infinity
  let beganMs = -Infinity
  let cancel: () => void = nothing
  const act = (key: string, atMs: number) => {
    const isSecond = atMs - beganMs <= SEQUENCE_MS
    beganMs = -Infinity
    if (isSecond) run({ kind: 'go', letter: key })
    else if (key === 'g') beganMs = atMs
    else if (key === '/') run({ kind: 'search' })
    else if (key === '?') run({ kind: 'help' })
  }
  return {
    press(key: string, atMs: number): void {
      cancel()
      const wasAlone = atMs - lastMs > ALONE_MS
      lastMs = atMs
      if (wasAlone) cancel = after(() => act(key, atMs), ALONE_MS)
    },
    /** What was begun is over, such as when the focus is in a field. */
    reset(): void {
      cancel()
      beganMs = -Infinity
    },
  }
}
