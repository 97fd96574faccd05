import { MINUTE_MS } from '#domain/durations.ts'
import { ALERT_CAUSE_NAMES, ALERT_CAUSES } from '#domain/operations/duty/alert-causes.ts'
import type { Arrival } from './far-ends.ts'
import { type AlertRow, findCause, identifyMessages } from './identify-messages.ts'
import type { Kill } from './kill-parts.ts'
import { isQuiet, type LivedCause } from './live-cause.ts'
import type { Contact, Staffed } from './people.ts'

/** What is judged: the messages at their receivers, and the list of alerts that keepers see. */
export type Evidence = {
  causes: readonly LivedCause[]
  arrivals: readonly Arrival[]
  kills: readonly Kill[]
  staffed: Staffed
  clockAt: (realMs: number) => Date
  alerts: readonly AlertRow[]
}

/** Descriptions of what must not be, and figures. */
export type Judgement = { lost: string[]; double: string[]; wrong: string[]; copies: number; waits: number[] }

const isCall = ({ link }: Arrival) => link !== undefined

export function judgeCalls(evidence: Evidence): Judgement {
  const { causes, arrivals, alerts } = evidence
  const found: Judgement = { lost: [], double: [], wrong: [], copies: 0, waits: [] }
  const { byAlert, unidentified } = identifyMessages(arrivals, evidence)
  for (const { channel, to, text, body } of unidentified)
    found.wrong.push(`unidentified: ${channel} to ${to}: ${JSON.stringify({ text, body })}`)
  const alertsByCause = Map.groupBy(alerts, alert => findCause(alert, causes))
  for (const cause of causes) {
    const messages = (alertsByCause.get(cause) ?? []).flatMap(alert => byAlert.get(alert) ?? [])
    if (messages.length > 0) judgeMessages(found, { cause, messages }, evidence)
    else if (cause.fate.kind === 'called') found.lost.push(`${describe(cause)}: nobody was called`)
  }
  for (const alert of alertsByCause.get(undefined) ?? [])
    judgeUnplanted(found, { alert, messages: byAlert.get(alert) ?? [] }, evidence)
  judgeHistory(found, evidence, alertsByCause)
  return found
}

const describe = ({ number, name, key, fate }: LivedCause) =>
  `cause ${number} (${name}, ${key}, ${fate.kind === 'blip' ? 'blip' : `step ${fate.step}`})`

type Messages = { cause: LivedCause; messages: readonly Arrival[] }

function judgeMessages(found: Judgement, { cause, messages }: Messages, evidence: Evidence): void {
  const { staffed, clockAt } = evidence
  const team = staffed.contacts.get(cause.storeId) ?? []
  const what = describe(cause)
  if (cause.fate.kind === 'blip') {
    // Under load the drill may have ended it too late.
    if (cause.lastedMs < ALERT_CAUSES[cause.name].confirmMinutes * MINUTE_MS) found.wrong.push(`${what}: was called`)
    return
  }
  judgeCopies(found, { what, messages }, evidence)
  for (const message of messages) {
    if (!team.some(({ addresses }) => addresses[message.channel] === message.to))
      found.wrong.push(`${what}: ${message.channel} to a stranger`)
  }
  const { step } = cause.fate
  for (const person of team)
    for (const channel of person.channels)
      judgeWay(found, { what, messages, person, channel, isDue: person.step <= step })
  const first = messages.filter(isCall).map(({ realMs }) => clockAt(realMs).getTime())
  if (!ALERT_CAUSES[cause.name].canWait) found.waits.push((Math.min(...first) - cause.plantedAt) / MINUTE_MS)
}

type Way = {
  what: string
  messages: readonly Arrival[]
  person: Contact
  channel: Arrival['channel']
  /** The drill waited until this person was called. */
  isDue: boolean
}

/** Notifications are sent at most once: a killed server may have lost one, which counts as failed. */
function judgeWay(found: Judgement, { what, messages, person, channel, isDue }: Way): void {
  const theirs = messages.filter(each => each.channel === channel && each.to === person.addresses[channel])
  const [called, cleared] = [theirs.some(isCall), theirs.some(each => !isCall(each))]
  const way = `${what}: ${channel} of step ${person.step}`
  if (channel !== 'push') {
    if (isDue && !called) found.lost.push(`${way} was not called`)
    if (called && !cleared) found.lost.push(`${way} got no all-clear`)
    if (cleared && !called) found.wrong.push(`${way} got an all-clear without a call`)
  }
}

/** A second message of the same content is a copy that a kill explains, or a fault; another content is a second call. */
function judgeCopies(
  found: Judgement,
  { what, messages }: { what: string; messages: readonly Arrival[] },
  evidence: Evidence,
) {
  const ways = Map.groupBy(messages, each => `${each.channel} ${each.to} ${isCall(each) ? 'call' : 'all-clear'}`)
  for (const [way, same] of ways) {
    if (new Set(same.map(({ id }) => id)).size > 1) found.double.push(`${what}: two of ${way}`)
    const copies = same.slice(1)
    found.copies += copies.length
    if (same[0]?.channel === 'push' && copies.length > 0) found.double.push(`${what}: twice ${way}`)
    else if (copies.length > 0 && !same.slice(0, -1).some(each => wasInFlight(each, evidence.kills)))
      found.double.push(`${what}: a copy of ${way} without a kill`)
  }
}

/** A message that arrived right before a kill, or during it, may be sent again, since its delivery was not recorded. */
const wasInFlight = ({ realMs }: Arrival, kills: readonly Kill[]) =>
  kills.some(kill => kill.realMs - IN_FLIGHT_MS < realMs && realMs < kill.backRealMs + IN_FLIGHT_MS)
const IN_FLIGHT_MS = 1_500

/**
 * While the mail server was away for long, the admin is called by what remains, and by email when it is back. Nothing else happens
 * without having been planted.
 */
function judgeUnplanted(
  found: Judgement,
  { alert, messages }: { alert: AlertRow; messages: readonly Arrival[] },
  evidence: Evidence,
): void {
  const { id, cause, facts, opened_at: openedAt, calls } = alert
  if (openedAt === null) return
  const what = `alert ${id} (${cause} ${JSON.stringify(facts)})`
  if (cause !== 'email_failing') found.wrong.push(`${what} was not planted`)
  judgeCopies(found, { what, messages }, evidence)
  for (const { channel, kind } of calls.filter(call => call.channel !== 'push'))
    if (!messages.some(each => each.channel === channel && isCall(each) === (kind === 'call')))
      found.lost.push(`${what}: ${channel} of the ${kind} did not arrive`)
  const { addresses } = evidence.staffed.admin
  for (const { channel, to } of messages)
    if (to !== addresses[channel]) found.wrong.push(`${what}: ${channel} to a stranger`)
}

const canWait = new Set<string>(ALERT_CAUSE_NAMES.filter(name => ALERT_CAUSES[name].canWait))

function judgeHistory(
  found: Judgement,
  { causes, alerts }: Evidence,
  alertsByCause: ReadonlyMap<LivedCause | undefined, readonly AlertRow[]>,
): void {
  for (const { cause, facts, cleared_at } of alerts)
    if (cleared_at === null) found.wrong.push(`${cause} ${JSON.stringify(facts)} is still open`)
  for (const cause of causes.filter(({ fate }) => fate.kind === 'called')) {
    const rows = (alertsByCause.get(cause) ?? []).filter(({ opened_at }) => opened_at !== null)
    if (rows.length === 0) found.lost.push(`${describe(cause)}: is not in the history`)
    if (rows.length > 1) found.double.push(`${describe(cause)}: ${rows.length} alerts`)
    const [press] = cause.pressed
    if (press && rows[0]?.acknowledged_by !== press.userId)
      found.wrong.push(`${describe(cause)}: the acknowledgement is not in the history`)
  }
  for (const { cause, id, opened_at: openedAt, acknowledged_at: acknowledgedAt, calls } of alerts)
    for (const { step, kind, created_at } of calls.filter(call => call.kind === 'call')) {
      const at = new Date(created_at).getTime()
      const least = (openedAt?.getTime() ?? 0) + (step - 1) * ESCALATE_AFTER_MINUTES * MINUTE_MS
      if (at < least && cause !== 'email_failing')
        found.wrong.push(`${cause}, alert ${id}: ${kind} of step ${step} too early`)
      if (acknowledgedAt && at > acknowledgedAt.getTime())
        found.wrong.push(`${cause}, alert ${id}: called after the press`)
      // Decided then: the message may arrive later.
      if (canWait.has(cause) && isQuiet(new Date(at)))
        found.wrong.push(`${cause}, alert ${id}: called in the quiet hours`)
    }
}
const ESCALATE_AFTER_MINUTES = 5
