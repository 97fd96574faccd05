import type { BrowserContext, ConsoleMessage } from '@playwright/test'

// Logged by Playwright where the configuration blocks service workers.
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/
// The browser logs every response of 400 and more; the API's errors are part of its contract.
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Collects the faults of the pages: uncaught errors, console errors and warnings, CSP violations. */
export class Faults {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  watch(context: BrowserContext): void {
    context.on('weberror', error => this.#add(`uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('console', message => {
      if (isFault(message)) this.#add(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    })
  }

  /** For tests that cause the fault: a lost connection, a dead server. */
  allow(fault: RegExp): void {
    this.#allowed.push(fault)
  }

  seen(fault: RegExp): boolean {
    return this.#found.some(found => fault.test(found))
  }

  all(): string[] {
    return this.#found.filter(fault => !this.#allowed.some(allowed => allowed.test(fault)))
  }

  #add(fault: string): void {
    this.#found.push(fault)
  }
}

/** The errors that a browser logs when its server is down or shutting down. */
export const NO_CONNECTION = /net::ERR_|NetworkError|Failed to fetch|a status of 503/

function isFault(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  if (NO_SERVICE_WORKER.test(message.text())) return false
  const isApi = new URL(message.location().url || 'about:blank').pathname.startsWith('/api/')
  return !(isApi && REFUSAL.test(message.text()))
}
