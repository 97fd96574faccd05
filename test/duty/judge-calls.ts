import { MINUTE_MS } from '#domain/durations.ts'
import { ALERT_CAUSE_NAMES, ALERT_CAUSES } from '#domain/operations/duty/alert-causes.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Arrival } from './far-ends.ts'
import type { Kill } from './kill-parts.ts'
import { findKey, isQuiet, type LivedCause } from './live-cause.ts'
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

export type AlertRow = {
  cause: string
  subject: string
  facts: Record<string, string | number>
  store: string | null
  opened_at: Date | null
  acknowledged_at: Date | null
  acknowledged_by: number | null
  cleared_at: Date | null
  calls: { step: number; kind: string; channel: string; created_at: string }[]
}

export async function listAlertRows({ pool }: DatabaseHandle): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(`
    SELECT cause, subject, facts, store.name AS store, opened_at, acknowledged_at, acknowledged_by, cleared_at,
      coalesce((SELECT json_agg(json_build_object('step', step, 'kind', kind, 'channel', channel, 'created_at', created_at))
        FROM alert_call WHERE alert_id = alert.id), '[]') AS calls
    FROM alert LEFT JOIN store ON store.id = store_id ORDER BY alert.id`)
  return rows
}

const isCall = ({ link }: Arrival) => link !== undefined

export function judgeCalls(evidence: Evidence): Judgement {
  const { causes, arrivals } = evidence
  const byKey = Map.groupBy(arrivals, ({ text }) => findKey(text) ?? '')
  const causeByKey = new Map(causes.map(cause => [cause.key, cause]))
  const found: Judgement = { lost: [], double: [], wrong: [], copies: 0, waits: [] }
  for (const [key, messages] of byKey) {
    const cause = causeByKey.get(key)
    if (cause) judgeMessages(found, { cause, messages }, evidence)
  }
  const others = arrivals.filter(({ text }) => !causeByKey.has(findKey(text) ?? ''))
  judgeMailFailures(found, others, evidence)
  for (const cause of causes)
    if (cause.fate.kind === 'called' && !byKey.has(cause.key)) found.lost.push(`${describe(cause)}: nobody was called`)
  judgeHistory(found, evidence)
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

/** A message that arrived right before a kill, or during it, may be sent again: nobody wrote that it was delivered. */
const wasInFlight = ({ realMs }: Arrival, kills: readonly Kill[]) =>
  kills.some(kill => kill.realMs - IN_FLIGHT_MS < realMs && realMs < kill.backRealMs + IN_FLIGHT_MS)
const IN_FLIGHT_MS = 1_500

/** While the mail server was away for long, the admin is called by what remains, and by email when it is back. */
function judgeMailFailures(found: Judgement, messages: readonly Arrival[], { staffed, alerts, kills }: Evidence): void {
  const failures = alerts.filter(({ cause, opened_at }) => SHOP_CAUSES.has(cause) && opened_at !== null)
  for (const { cause, facts } of failures)
    if (cause !== 'email_failing') found.wrong.push(`${cause} ${JSON.stringify(facts)} was not planted`)
  const { addresses } = staffed.admin
  const received = messages.filter(({ channel, to }) => addresses[channel] === to)
  for (const { channel, text } of messages.filter(each => !received.includes(each)))
    found.wrong.push(`a stray ${channel}: ${text}`)
  const emails = received.filter(({ channel }) => channel === 'email')
  const distinct = new Set(emails.map(({ id }) => id)).size
  const expected = failures.flatMap(({ calls }) => calls).filter(({ channel }) => channel === 'email').length
  if (distinct < expected) found.lost.push(`${expected - distinct} of ${expected} emails about failing email`)
  if (distinct > expected) found.double.push(`${distinct} emails about failing email instead of ${expected}`)
  found.copies += emails.length - distinct
  if (emails.length > distinct && kills.length === 0) found.double.push('copies about failing email without a kill')
}

const SHOP_CAUSES = new Set<string>(ALERT_CAUSE_NAMES.filter(name => ALERT_CAUSES[name].scope === 'shop'))
const canWait = new Set<string>(ALERT_CAUSE_NAMES.filter(name => ALERT_CAUSES[name].canWait))

const toKey = ({ order, code, terminal }: AlertRow['facts']) => String(order ?? code ?? terminal ?? '')

function judgeHistory(found: Judgement, { causes, alerts }: Evidence): void {
  for (const { cause, facts, cleared_at } of alerts)
    if (cleared_at === null) found.wrong.push(`${cause} ${JSON.stringify(facts)} is still open`)
  // The alert of a lock names nothing but the store, whose name changes.
  for (const cause of causes.filter(({ fate, name }) => fate.kind === 'called' && !name.startsWith('lock'))) {
    const rows = alerts.filter(
      ({ cause: name, facts, opened_at }) => opened_at !== null && name === cause.name && toKey(facts) === cause.key,
    )
    if (rows.length === 0) found.lost.push(`${describe(cause)}: is not in the history`)
    if (rows.length > 1) found.double.push(`${describe(cause)}: ${rows.length} alerts`)
    const [press] = cause.pressed
    if (press && rows[0]?.acknowledged_by !== press.userId)
      found.wrong.push(`${describe(cause)}: the acknowledgement is not in the history`)
  }
  for (const { cause, subject, opened_at: openedAt, acknowledged_at: acknowledgedAt, calls } of alerts)
    for (const { step, kind, created_at } of calls.filter(call => call.kind === 'call')) {
      const at = new Date(created_at).getTime()
      const least = (openedAt?.getTime() ?? 0) + (step - 1) * ESCALATE_AFTER_MINUTES * MINUTE_MS
      if (at < least && cause !== 'email_failing')
        found.wrong.push(`${cause} ${subject}: ${kind} of step ${step} too early`)
      if (acknowledgedAt && at > acknowledgedAt.getTime())
        found.wrong.push(`${cause} ${subject}: called after the press`)
      // Decided then: the message may arrive later.
      if (canWait.has(cause) && isQuiet(new Date(at)))
        found.wrong.push(`${cause} ${subject}: called in the quiet hours`)
    }
}
const ESCALATE_AFTER_MINUTES = 5
