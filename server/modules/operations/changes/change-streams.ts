import type { FastifyReply } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { EventStream } from '#server/platform/http/send-events.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { type Change, findTopics } from './changed-topics.ts'
import { readWatermarks, type Watermarks } from './read-watermarks.ts'

const LOOK_EVERY_MS = 1_500
/** Proxies close connections that are silent for a minute or more, and the web polls after 45 seconds. */
const BEAT_EVERY_MS = 15_000
const CHECK_CALLERS_EVERY_MS = 25_000
const MAX_PER_ACCOUNT = 10
const MAX_PER_SERVER = 500
const COME_BACK_SECONDS = 300

type OpenStream = { events: EventStream; caller: SignedIn; findCaller: () => Promise<SignedIn | undefined> }
type OpenStreamInput = { user: SignedIn; findCaller: OpenStream['findCaller']; reply: FastifyReply }

/**
 * The streams of this server. While one is open, the server looks every 1.5 seconds for what changed, with one statement for all of
 * them; a stream beats only while that succeeds.
 */
export class ChangeStreams {
  readonly #context: Context
  readonly #lookEveryMs: number
  readonly #open = new Set<OpenStream>()
  #isClosed = false
  #job: RunningJob | undefined
  #started: Promise<void> | undefined
  #watermarks: Watermarks | undefined
  // Of performance.now().
  #nextBeatMs = 0
  #nextCheckMs = 0

  constructor(context: Context, { lookEveryMs = LOOK_EVERY_MS } = {}) {
    this.#context = context
    this.#lookEveryMs = lookEveryMs
  }

  get size(): number {
    return this.#open.size
  }

  /** Resolves once everything that changes from now on will be told. */
  async open({ user, findCaller, reply }: OpenStreamInput) {
    const siblings = [...this.#open].filter(({ caller }) => caller.userId === user.userId)
    if (this.#isClosed || this.#open.size >= MAX_PER_SERVER || siblings.length >= MAX_PER_ACCOUNT) {
      reply.header('Retry-After', String(COME_BACK_SECONDS))
      return refuse('rate.limited')
    }
    const stream: OpenStream = { events: new EventStream(), caller: user, findCaller }
    this.#open.add(stream)
    stream.events.on('close', () => this.#remove(stream))
    try {
      await (this.#started ??= this.#start())
    } catch (error) {
      stream.events.destroy()
      throw error
    }
    stream.events.beat()
    return stream.events
  }

  /** Ends all streams: browsers then find another server. */
  close(): void {
    this.#isClosed = true
    for (const { events } of this.#open) events.end()
    this.#stop()
  }

  #start(): Promise<void> {
    this.#nextBeatMs = performance.now() + BEAT_EVERY_MS
    this.#nextCheckMs = performance.now() + CHECK_CALLERS_EVERY_MS
    const work = () => this.#reportChanges()
    this.#job = startPeriodicJob(this.#context, { name: 'the look for changes', work, everyMs: this.#lookEveryMs })
    return work()
  }

  #stop(): void {
    this.#job?.stop()
    this.#job = this.#started = this.#watermarks = undefined
  }

  #remove(stream: OpenStream): void {
    this.#open.delete(stream)
    if (this.#open.size === 0) this.#stop()
  }

  async #reportChanges(): Promise<void> {
    const hashes = new Map([...this.#open].map(({ caller: { tokenHash } }) => [tokenHash.toString('hex'), tokenHash]))
    const read = await readWatermarks(this.#context.db, this.#watermarks, [...hashes.values()])
    if (this.#job === undefined) return
    const hasEnded = read.hasAccessChanged || read.sessions < hashes.size
    if (hasEnded || performance.now() >= this.#nextCheckMs) await this.#checkCallers()
    this.#sendTopics(read.changes)
    this.#watermarks = read.watermarks
  }

  async #checkCallers(): Promise<void> {
    this.#nextCheckMs = performance.now() + CHECK_CALLERS_EVERY_MS
    await Promise.all(
      [...this.#open].map(async stream => {
        const caller = await stream.findCaller()
        if (caller) stream.caller = caller
        else stream.events.end()
      }),
    )
  }

  #sendTopics(changes: readonly Change[]): void {
    const isBeat = performance.now() >= this.#nextBeatMs
    if (isBeat) this.#nextBeatMs = performance.now() + BEAT_EVERY_MS
    for (const { events, caller } of this.#open) {
      const topics = changes.length > 0 ? findTopics(changes, caller) : []
      if (topics.length > 0) events.send({ topics })
      else if (isBeat) events.beat()
    }
  }
}
