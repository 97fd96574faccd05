import { setTimeout as sleep } from 'node:timers/promises'
import { zonedTime } from '#domain/zoned-time.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { Arrival } from './far-ends.ts'
import { type Contact, QUIET_HOURS, TIME_ZONE } from './people.ts'
import type { Planted, PlantedName } from './plant-cause.ts'

/**
 * How a cause is to end: it is over before the first call; or people up to a step are called, and one of that step acknowledges it
 * or not.
 */
export type PlannedOutcome = { kind: 'blip' } | { kind: 'called'; step: number; isAcknowledged: boolean }

/** `startAt`: by the drill's clock. */
export type PlannedCause = { number: number; name: PlantedName; startAt: number; fate: PlannedOutcome }

/** A cause that was planted and is over; times by the drill's clock. */
export type LivedCause = PlannedCause &
  Pick<Planted, 'key' | 'storeId'> & { plantedAt: number; lastedMs: number; pressed: Press[] }

/** A press on the link of a call that was answered, in real time. */
export type Press = { userId: number; realMs: number }

const SURE = ['email', 'sms'] as const

type Life = {
  plant: () => Promise<Planted>
  findContacts: (storeId: number) => readonly Contact[]
  arrivals: () => Promise<ReadonlyMap<string, Arrival[]>>
  press: (link: string) => Promise<boolean>
  now: () => Date
  toRealMs: (minutes: number) => number
  isLate: () => boolean
  chances: Chances
}

/** Plants a cause, waits for the calls that are to be made, presses the link of one of them, and ends it. */
export async function liveCause(cause: PlannedCause, life: Life): Promise<LivedCause> {
  const { plant, now, toRealMs } = life
  const { fate } = cause
  const planted = await plant()
  const { key, storeId } = planted
  const began = now().getTime()
  const pressed: Press[] = []
  if (fate.kind === 'blip') await sleep(toRealMs(BLIP_MINUTES))
  else {
    const called = await untilCalled(planted, fate.step, life)
    if (fate.isAcknowledged && called.length > 0) {
      const presser = life.chances.pick(called)
      // Also after the database or a server was away.
      while (!(await life.press(presser.link)) && !life.isLate()) await sleep(PAUSE_MS)
      pressed.push({ userId: presser.userId, realMs: Date.now() })
    }
  }
  await planted.end()
  const lastedMs = now().getTime() - began
  if (fate.kind === 'called') await untilAllClear(planted, life)
  return { ...cause, key, storeId, plantedAt: began, lastedMs, pressed }
}
const BLIP_MINUTES = 1
const PAUSE_MS = 50

/** Waits until everyone up to the step was called by email and SMS; returns the links of that step. */
async function untilCalled({ key, storeId }: Planted, step: number, { arrivals, findContacts, isLate }: Life) {
  const people = findContacts(storeId).filter(contact => contact.step <= step)
  const listWays = ({ channels }: Contact) => SURE.filter(channel => channels.includes(channel))
  for (;;) {
    const calls = ((await arrivals()).get(key) ?? []).filter(({ link }) => link !== undefined)
    const callTo = ({ addresses }: Contact, channel: (typeof SURE)[number]) =>
      calls.find(call => call.channel === channel && call.to === addresses[channel])
    if (isLate() || people.every(person => listWays(person).every(channel => callTo(person, channel))))
      return people
        .filter(person => person.step === step)
        .flatMap(person => listWays(person).map(channel => ({ userId: person.userId, call: callTo(person, channel) })))
        .flatMap(({ userId, call }) => (call?.link === undefined ? [] : [{ userId, link: call.link }]))
    await sleep(PAUSE_MS)
  }
}

/** Waits until every call by email or SMS has its all-clear. */
async function untilAllClear({ key }: Planted, { arrivals, isLate }: Life): Promise<void> {
  for (;;) {
    const messages = ((await arrivals()).get(key) ?? []).filter(({ channel }) => channel !== 'push')
    const addresses = (isCall: boolean) =>
      messages.filter(({ link }) => (link !== undefined) === isCall).map(({ to }) => to)
    const cleared = addresses(false)
    if (isLate() || (messages.length > 0 && addresses(true).every(to => cleared.includes(to)))) return
    await sleep(PAUSE_MS)
  }
}

/** The word of a cause in the text of a message: a code, a name, or the number of an order. */
export const findKey = (text: string): string | undefined => /DUTY\d{6}/.exec(text)?.[0] ?? /\b\d{4,}\b/.exec(text)?.[0]

export function isQuiet(at: Date): boolean {
  const { time } = zonedTime(at.getTime(), TIME_ZONE)
  return time >= QUIET_HOURS.from || time < QUIET_HOURS.until
}
