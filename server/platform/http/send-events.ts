import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What may wait for a browser that does not read. */
const MAX_WAITING_BYTES = 16_384

/** Server-sent events. It closes when the browser leaves. */
export class EventStream extends Readable {
  #hasEnded = false

  override _read(): void {
    // Events are pushed when something happens.
  }

  /** An event with this data. */
  send(data: object): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`)
  }

  /** A comment: the connection lives. */
  beat(): void {
    this.#write(':\n\n')
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.push(null)
  }

  #write(text: string): void {
    if (this.#hasEnded || this.destroyed) return
    if (this.readableLength > MAX_WAITING_BYTES) this.destroy()
    else this.push(text)
  }
}

const EVENT_STREAM_TYPE = 'text/event-stream'

/** Sends the events as they come: proxies must neither keep nor change them. */
export const sendEvents = (reply: FastifyReply, events: EventStream): FastifyReply =>
  reply
    .header('Content-Type', `${EVENT_STREAM_TYPE}; charset=utf-8`)
    .header('X-Accel-Buffering', 'no')
    .header('Cache-Control', 'no-store, no-transform')
    .send(events)

/** It lasts as long as a window is open, which does not measure the server's speed. */
export const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith(EVENT_STREAM_TYPE)
