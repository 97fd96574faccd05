import { randomUUID } from 'node:crypto'

type State = 'CREATED' | 'ABORTED' | 'EXPIRED' | 'AUTHORIZED' | 'TERMINATED'
type EventName = State | 'CANCELLED' | 'CAPTURED' | 'REFUNDED'
type Amount = { value: number; currency: 'NOK' | 'DKK' | 'EUR' }
export type AppEvent = {
  reference: string
  pspReference: string
  name: EventName
  amount: Amount
  timestamp: string
  idempotencyKey: string | null
  success: boolean
}

export type Created = {
  reference: string
  amount: Amount
  paymentMethod: { type: 'WALLET' | 'CARD' }
  returnUrl?: string | undefined
}
/** What a question doesn't show: the keys of events at all, and events and refunded sums that are younger than this. */
export type Hidden = { keys?: boolean; eventsMs?: number; refundsMs?: number }
type AppPaymentInput = { created: Created; link: string; key: string; now: () => Date; expireMs: number }

/** What a request to change a payment results in: `undefined`, or why it was refused. */
type Refused = string | undefined

/** A payment in the simulated app: its state, its sums and its event log. */
export class AppPayment {
  readonly events: AppEvent[] = []
  /** While the shopper confirms, a merchant can't cancel. */
  isConfirming = false
  readonly #input: AppPaymentInput
  readonly #pspReference = randomUUID()
  readonly #expires: NodeJS.Timeout
  #state: State = 'CREATED'
  #sums = { authorized: 0, cancelled: 0, captured: 0, refunded: 0 }
  #report: ((event: AppEvent) => void) | undefined

  constructor(input: AppPaymentInput, report: (event: AppEvent) => void) {
    this.#input = input
    this.#report = report
    this.#expires = setTimeout(() => this.#end('EXPIRED'), input.expireMs).unref()
    this.#log('CREATED', this.#total, { key: input.key })
  }

  get state(): State {
    return this.#state
  }

  get capturedCents(): number {
    return this.#sums.captured
  }

  get refundedCents(): number {
    return this.#sums.refunded
  }

  /** The shopper swipes: the amount is reserved. */
  approve(): void {
    if (this.#state !== 'CREATED') return
    this.#state = 'AUTHORIZED'
    this.#sums.authorized = this.#total
    this.#log('AUTHORIZED', this.#total)
  }

  /** The bank refuses, and the shopper gives up. */
  refuse(): void {
    if (this.#state !== 'CREATED') return
    this.#log('AUTHORIZED', this.#total, { success: false })
    this.#end('ABORTED')
  }

  abort = (): void => this.#end('ABORTED')
  expire = (): void => this.#end('EXPIRED')

  /** Where the app sends the shopper's browser afterwards. */
  get returnUrl(): string | undefined {
    return this.#input.created.returnUrl
  }

  get reference(): string {
    return this.#input.created.reference
  }

  get link(): string {
    return this.#input.link
  }

  capture(cents: number, key: string): Refused {
    if (this.#state !== 'AUTHORIZED') return 'Cannot capture before reservation'
    if (cents > this.#sums.authorized - this.#sums.captured - this.#sums.cancelled) return 'Capture amount too high'
    this.#sums.captured += cents
    this.#log('CAPTURED', cents, { key })
    return undefined
  }

  cancel(key: string, isTransactionOnly = false): Refused {
    if (this.isConfirming) return 'The user is confirming the payment'
    if (isTransactionOnly && this.#state === 'AUTHORIZED') return 'The payment is authorized'
    if (this.#state === 'CREATED') {
      this.#sums.cancelled = this.#total
      this.#end('TERMINATED', key)
      return undefined
    }
    const remaining = this.#sums.authorized - this.#sums.captured - this.#sums.cancelled
    if (this.#state !== 'AUTHORIZED' || remaining === 0) return 'Nothing left to cancel'
    this.#sums.cancelled += remaining
    this.#log('CANCELLED', remaining, { key })
    return undefined
  }

  refund(cents: number, key: string): Refused {
    if (cents > this.#sums.captured - this.#sums.refunded) return 'Refund amount too high'
    this.#sums.refunded += cents
    this.#log('REFUNDED', cents, { key })
    return undefined
  }

  toResponse({ refundsMs = 0 }: Hidden = {}) {
    const { created, link } = this.#input
    const { currency } = created.amount
    const { authorized, cancelled, captured } = this.#sums
    const refunds = this.#olderThan(refundsMs).filter(({ name }) => name === 'REFUNDED')
    const refunded = refunds.reduce((sum, { amount: { value } }) => sum + value, 0)
    return {
      aggregate: {
        authorizedAmount: { value: authorized, currency },
        cancelledAmount: { value: cancelled, currency },
        capturedAmount: { value: captured, currency },
        refundedAmount: { value: refunded, currency },
      },
      amount: created.amount,
      state: this.#state,
      paymentMethod: created.paymentMethod,
      profile: {},
      pspReference: this.#pspReference,
      ...(this.#state === 'CREATED' && { redirectUrl: link }),
      reference: created.reference,
    }
  }

  toEventsResponse({ keys = false, eventsMs = 0 }: Hidden): AppEvent[] {
    const shown = this.#olderThan(eventsMs)
    return keys ? shown.map(event => ({ ...event, idempotencyKey: null })) : shown
  }

  /** The answer to a change has no payment method, profile or link. */
  toChangeResponse() {
    const { amount, state, aggregate, pspReference, reference } = this.toResponse()
    return { amount, state, aggregate, pspReference, reference }
  }

  close(): void {
    clearTimeout(this.#expires)
    this.#report = undefined
  }

  get #total(): number {
    return this.#input.created.amount.value
  }

  #olderThan(ms: number): AppEvent[] {
    const now = this.#input.now().getTime()
    return this.events.filter(({ timestamp }) => Date.parse(timestamp) + ms <= now)
  }

  #end(state: 'ABORTED' | 'EXPIRED' | 'TERMINATED', key?: string): void {
    if (this.#state !== 'CREATED') return
    this.#state = state
    this.#log(state, this.#total, { key })
  }

  #log(name: EventName, value: number, { key, success = true }: { key?: string | undefined; success?: boolean } = {}) {
    const { created, now } = this.#input
    const event = {
      reference: created.reference,
      // As each change has its own reference.
      pspReference: name === 'CREATED' ? this.#pspReference : randomUUID(),
      name,
      amount: { value, currency: created.amount.currency },
      timestamp: now().toISOString(),
      idempotencyKey: key ?? null,
      success,
    }
    this.events.push(event)
    this.#report?.(event)
  }
}
