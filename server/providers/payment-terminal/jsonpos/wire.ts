/** A connection that carries whole messages, whatever carries it. */
export type Wire = {
  send: (message: object) => void
  /** Ends in order: what was sent may still arrive. */
  end: () => void
  /** Ends at once: what has not left by now should never leave. */
  cut: () => void
}

/** Each may come at any time once a wire is being opened; `onClosed` once, and nothing after it. */
export type WireEvents = { onMessage: (message: unknown) => void; onClosed: (why: string) => void }

/** Rejects when nobody answers in time. */
export type OpenWire = (events: WireEvents) => Promise<Wire>
