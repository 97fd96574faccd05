type Entry = { at: number; order: number; work: () => void }

/** Virtual time: runs scheduled work in order; of two at the same time, the one scheduled first. */
export class Agenda {
  now: number
  readonly #heap: Entry[] = []
  #count = 0

  constructor(now: number) {
    this.now = now
  }

  after(ms: number, work: () => void): void {
    const entry = { at: this.now + ms, order: this.#count++, work }
    const heap = this.#heap
    let place = heap.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (isBefore(heap[parent]!, entry)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = entry
  }

  /** Runs the next work, if it is due before this time. */
  step(before: number): boolean {
    const next = this.#heap[0]
    if (!next || next.at >= before) return false
    this.#removeFirst()
    this.now = next.at
    next.work()
    return true
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (isBefore(last, heap[child]!)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order)
