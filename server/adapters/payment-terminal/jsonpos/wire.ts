import type { TerminalFinding } from '#domain/payments/terminal-health.ts'

/** A connection for whole messages, independent of the transport. */
export type Wire = {
  send: (message: object) => void
  /** Closes in order: sent messages may still arrive. */
  end: () => void
  /** Closes at once: unsent data should never be sent. */
  cut: () => void
}

/** Why a wire could not be opened, or broke: a finding, and a message for troubleshooting. */
export class WireError extends Error {
  readonly finding: TerminalFinding
  constructor(finding: TerminalFinding, message: string) {
    super(message)
    this.finding = finding
  }
}

/**
 * May be called at any time once a wire is being opened; `onClosed` is called once, and nothing after it. Without a finding
 * the connection was lost.
 */
export type WireEvents = {
  onMessage: (message: unknown) => void
  onClosed: (why: string, finding?: TerminalFinding) => void
}

/** Rejects when there is no response in time. */
export type OpenWire = (events: WireEvents) => Promise<Wire>
