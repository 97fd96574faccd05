import type { TerminalFinding } from '#domain/payments/terminal-health.ts'

/** A connection that carries whole messages, whatever carries it. */
export type Wire = {
  send: (message: object) => void
  /** Ends in order: what was sent may still arrive. */
  end: () => void
  /** Ends at once: what has not left by now should never leave. */
  cut: () => void
}

/** Why a wire could not be opened, or broke, in a word of the shop's and in one for whoever looks closer. */
export class WireError extends Error {
  readonly finding: TerminalFinding
  constructor(finding: TerminalFinding, message: string) {
    super(message)
    this.finding = finding
  }
}

/**
 * Each may come at any time once a wire is being opened; `onClosed` once, and nothing after it. Without a finding the
 * connection was lost.
 */
export type WireEvents = {
  onMessage: (message: unknown) => void
  onClosed: (why: string, finding?: TerminalFinding) => void
}

/** Rejects when nobody answers in time. */
export type OpenWire = (events: WireEvents) => Promise<Wire>
