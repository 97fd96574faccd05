import { MINUTE_MS } from '#domain/durations.ts'
import { toMinutes } from '#domain/stores/opening-hours.ts'
import { plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'

export const CALL_CHANNELS = ['push', 'email', 'sms'] as const
export type CallChannel = (typeof CALL_CHANNELS)[number]

/** A daily time by the store's clock, HH:mm; `until` at or before `from` is on the next day. */
export type DailyHours = { from: string; until: string }

/** A person to call. `step`: 1 immediately, 2 and 3 while the calls of earlier steps are not acknowledged. `hours` null: at any time. */
export type DutyContact = { id: number; step: number; channels: readonly CallChannel[]; hours: DailyHours | null }

/** `quietHours`: when causes that can wait until the morning are not called; null: never. */
export type DutyRules = { escalateAfterMinutes: number; quietHours: DailyHours | null; timeZone: string }

/** `canWait`: until the quiet hours are over. */
export type OpenAlert = { openedAt: Date; canWait: boolean }

export type PlannedCall = { contact: number; step: number; channel: CallChannel }

/**
 * Every call that is due by `now` for an alert that is neither acknowledged nor over, those made earlier included. A step of
 * which no contact is on duty is skipped; its contacts are called when their hours begin. For what can wait, no step
 * begins in the quiet hours.
 */
export function dueCalls(
  { openedAt, canWait }: OpenAlert,
  { contacts, rules }: { contacts: readonly DutyContact[]; rules: DutyRules },
  now: Date,
): PlannedCall[] {
  const onDuty = ({ hours }: DutyContact, at: number) => hours === null || isWithin(hours, at, rules.timeZone)
  const quietHours = canWait ? rules.quietHours : null
  const afterQuiet = (at: number) =>
    quietHours && isWithin(quietHours, at, rules.timeZone) ? nextTime(quietHours.until, at, rules.timeZone) : at
  let due = afterQuiet(openedAt.getTime())
  const calls: PlannedCall[] = []
  for (const step of [...new Set(contacts.map(contact => contact.step))].toSorted((a, b) => a - b)) {
    if (due > now.getTime()) break
    const theirs = contacts.filter(contact => contact.step === step)
    for (const { id, channels } of theirs.filter(contact => onDuty(contact, now.getTime())))
      calls.push(...channels.map(channel => ({ contact: id, step, channel })))
    const at = due
    if (theirs.some(contact => onDuty(contact, at))) due = afterQuiet(due + rules.escalateAfterMinutes * MINUTE_MS)
  }
  return calls
}

function isWithin({ from, until }: DailyHours, at: number, timeZone: string): boolean {
  const { time } = zonedTime(at, timeZone)
  return from < until ? from <= time && time < until : from <= time || time < until
}

/** The next instant at which the clock shows the time. */
function nextTime(time: string, after: number, timeZone: string): number {
  const { date } = zonedTime(after, timeZone)
  const minutes = toMinutes(time)
  const today = toInstant(date, minutes, timeZone)
  return today > after ? today : toInstant(plusDays(date, 1), minutes, timeZone)
}
