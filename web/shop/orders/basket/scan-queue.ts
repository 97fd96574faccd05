/** `done`: the scan is handled. `asks`: it asks the shopper something, and the next scans wait. */
export type ScanOutcome = 'done' | 'asks'

/** Handles scans in sequence, however fast they come; while a question is open they are queued. */
export function createScanQueue() {
  const waiting: (() => ScanOutcome)[] = []
  let isHeld = false
  const goOn = () => {
    for (let scan = waiting.shift(); scan !== undefined; scan = waiting.shift()) {
      isHeld = scan() === 'asks'
      if (isHeld) return
    }
  }
  return {
    push: (scan: () => ScanOutcome) => {
      waiting.push(scan)
      if (!isHeld) goOn()
    },
    /** Called once the question is answered. */
    release: () => {
      isHeld = false
      goOn()
    },
  }
}
