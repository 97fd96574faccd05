import type { Context } from '#server/platform/context.ts'
import { consumePoint } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS, type RateLimit } from '#server/platform/http/rate-limits.ts'

/** Calls may be this many times as many as SMS: they cost work, not money. */
const CALLS_PER_SMS = 10

/** The rest of a day's budget is for networks that have had no SMS today, so that no stranger uses up all of it. */
const SHARE_OF_KNOWN_NETWORKS = 0.75

/** From this share on, every call counts as an SMS: near its end, the budget doesn't reveal which calls sent one. */
const SHARE_OF_SENT_ONLY = 0.5

type BudgetCaller = {
  /** An IPv4 address or an IPv6 /64. */
  address: string
  /** An IPv4 address or an IPv6 /48. */
  network: string
}

/**
 * Takes a call for a code from the budgets of the day; returns until when it is refused, or undefined. `isSent`: whether an SMS would
 * be sent. Only these count towards PUOTI_SMS_DAILY_CAP, until half of it is used; at its end a call without an SMS is refused like
 * any other. The statements are the same. A caller's own limits count every call, since their end is easy to find.
 */
export async function claimSmsBudget(
  context: Context,
  { address, network, isSent }: BudgetCaller & { isSent: boolean },
): Promise<Date | undefined> {
  const addressWait = await consumePoint(context, RATE_LIMITS.smsPerAddress, address)
  if (!addressWait.allowed) return addressWait.until
  const networkWait = await consumePoint(context, RATE_LIMITS.smsPerNetwork, network)
  if (!networkWait.allowed) return networkWait.until
  const cap = context.config.smsDailyCap
  const isNewToday = networkWait.points === 1
  const perDay = (name: string, max: number): RateLimit => ({
    name,
    points: Math.max(1, Math.floor(isNewToday ? max : max * SHARE_OF_KNOWN_NETWORKS)),
    windowSeconds: 86_400,
    budget: true,
  })
  const calls = await consumePoint(context, perDay('sms calls per day', cap * CALLS_PER_SMS), SHOP_KEY)
  if (!calls.allowed) return calls.until
  const freeBelow = isSent ? 0 : Math.floor(cap * SHARE_OF_SENT_ONLY)
  const sent = await consumePoint(context, { ...perDay('sms per day', cap), freeBelow }, SHOP_KEY)
  return sent.allowed ? undefined : sent.until
}

const SHOP_KEY = 'installation'
