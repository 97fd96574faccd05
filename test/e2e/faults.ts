import type { BrowserContext, ConsoleMessage } from '@playwright/test'

// Said by Playwright where the configuration keeps service workers out.
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/
// The browser tells of every answer of 400 and more; the API's refusals are part of its contract.
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Collects what went wrong in the pages: errors nobody caught, console errors and warnings, breaches of the CSP. */
export class Faults {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  watch(context: BrowserContext): void {
    context.on('weberror', error => this.#add(`uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('console', message => {
      if (isFault(message)) this.#add(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    })
  }

  /** For a test that brings it about: a lost connection, a dead server. */
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

/** What a browser says when its server is away, or on its way out. */
export const NO_CONNECTION = /net::ERR_|NetworkError|Failed to fetch|a status of 503/

function isFault(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  if (NO_SERVICE_WORKER.test(message.text())) return false
  const isApi = new URL(message.location().url || 'about:blank').pathname.startsWith('/api/')
  return !(isApi && REFUSAL.test(message.text()))
}
