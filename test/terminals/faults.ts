import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A fault on the way to or from a terminal, for a number of messages. `request` faults affect the shop's requests: lost, late
 * (the caller may be gone by then), twice, or the connection cut before it arrives. `answer` faults affect the terminal's
 * responses, whose transaction is then already done and recorded.
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

/** The faults that wait for a matching message. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, ...fault })
  }

  /** How many messages are still to be affected. */
  get waiting(): number {
    return this.#waiting.reduce((sum, { times }) => sum + (times ?? 1), 0)
  }

  clear(): void {
    this.#waiting = []
  }

  /** Passes a message on, or applies the first matching fault to it. */
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
