import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Something that goes wrong on the way to or from a terminal, a number of times.
 * `request` faults meet what the shop asks: lost, late (whoever asked may be gone by then), twice, or the connection cut
 * before it arrives. `answer` faults meet what the terminal says, which it has then done and written down.
 */
export type Fault = {
  method: string
  side: 'request' | 'answer'
  act: 'drop' | 'delay' | 'duplicate' | 'cut'
  /** For a delay. */
  ms?: number
  times?: number
}

type Passage = { method: string; side: Fault['side']; pass: () => void; cut: () => void }

/** The faults that wait for their message. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, ...fault })
  }

  /** How many messages are still to meet one. */
  get waiting(): number {
    return this.#waiting.reduce((sum, { times }) => sum + (times ?? 1), 0)
  }

  clear(): void {
    this.#waiting = []
  }

  /** Lets a message pass, or does to it what the first fault that fits says. */
  meet({ method, side, pass, cut }: Passage): void {
    const fault = this.#waiting.find(waiting => waiting.method === method && waiting.side === side)
    if (!fault) return pass()
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) this.#waiting = this.#waiting.filter(waiting => waiting !== fault)
    switch (fault.act) {
      case 'drop':
        return
      case 'cut':
        return cut()
      case 'duplicate':
        pass()
        return pass()
      case 'delay':
        void sleep(fault.ms ?? 0).then(pass)
    }
  }
}
