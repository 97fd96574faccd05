/** What a scan led to: it is dealt with, or it asks the shopper something and the next ones wait. */
export type ScanOutcome = 'done' | 'asks'

/** Takes scans one after the other, however fast they come; while a question is open they wait in line. */
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
    /** The question has been answered. */
    release: () => {
      isHeld = false
      goOn()
    },
  }
}
