// A scanner types faster than this, a person slower.
const ALONE_MS = 60
// How long after g its letter is accepted.
const SEQUENCE_MS = 1500

export type KeyCommand = { kind: 'search' } | { kind: 'help' } | { kind: 'go'; letter: string }

const nothing = () => undefined

/**
 * Turns single keys into commands: "/", "?", and g followed by a letter. A key counts only if no other key comes just before or
 * just after it, which is never true for a scanner's keys. `after` runs its callback once that time has passed.
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
    /** Cancels a pending key or sequence, such as when the focus is in a field. */
    reset(): void {
      cancel()
      beganMs = -Infinity
    },
  }
}
