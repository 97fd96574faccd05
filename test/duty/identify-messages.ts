import type { LanguageCode } from '#contract/values.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { CallChannel } from '#domain/operations/duty/call-plan.ts'
import { type AlertFacts, alertText } from '#server/modules/operations/duty/alert-text.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'
import type { Arrival } from './far-ends.ts'
import type { LivedCause } from './live-cause.ts'
import { type Staffed, TIME_ZONE } from './people.ts'

/** A row of the history. `tokenHash`: of the link of a call. */
export type AlertCall = {
  userId: number
  step: number
  kind: 'call' | 'all_clear'
  channel: CallChannel
  created_at: string
  tokenHash: string | null
}

export type AlertRow = {
  id: number
  cause: AlertCauseName
  facts: AlertFacts
  store_id: number | null
  store: string | null
  opened_at: Date | null
  acknowledged_at: Date | null
  acknowledged_by: number | null
  cleared_at: Date | null
  calls: AlertCall[]
}

export async function listAlertRows({ pool }: Pick<DatabaseHandle, 'pool'>): Promise<AlertRow[]> {
  const { rows } = await pool.query<AlertRow>(`
    SELECT alert.id, cause, facts, store_id, store.name AS store, opened_at, acknowledged_at, acknowledged_by, cleared_at,
      coalesce((SELECT json_agg(json_build_object('userId', user_id, 'step', step, 'kind', kind, 'channel', channel,
          'created_at', created_at, 'tokenHash', encode(token_sha256, 'hex')))
        FROM alert_call WHERE alert_id = alert.id), '[]') AS calls
    FROM alert LEFT JOIN store ON store.id = store_id ORDER BY alert.id`)
  return rows
}

/**
 * The cause that made an alert. That of a lock names nothing but the store, which has the next such cause after the all-clear:
 * it is the last one before that. A look that began before a cause may have found it, so `opened_at` may be earlier.
 */
export function findCause({ cause, facts, store_id, cleared_at }: AlertRow, causes: readonly LivedCause[]) {
  const same = causes.filter(({ name }) => name === cause)
  if (!cause.startsWith('lock')) {
    const key = String(facts.order ?? facts.code ?? facts.terminal ?? '')
    return same.find(each => each.key === key)
  }
  return same
    .filter(({ storeId, plantedAt }) => storeId === store_id && plantedAt < (cleared_at?.getTime() ?? Infinity))
    .reduce<LivedCause | undefined>((last, each) => (last && last.plantedAt > each.plantedAt ? last : each), undefined)
}

type Identified = { byAlert: Map<AlertRow, Arrival[]>; unidentified: Arrival[] }

/**
 * Which alert each message is about, by what it carries: a call the token of its link, an all-clear the words and the time of an
 * alert for which its receiver got one. Each must say what its alert is about.
 */
export function identifyMessages(
  arrivals: readonly Arrival[],
  { alerts, causes, staffed }: { alerts: readonly AlertRow[]; causes: readonly LivedCause[]; staffed: Staffed },
): Identified {
  const people = [staffed.admin, ...[...staffed.contacts.values()].flat()]
  const languages = new Map(people.map(({ userId, language }) => [userId, language]))
  const addressees = new Map(
    people.flatMap(({ userId, addresses }) =>
      Object.entries(addresses).map(([channel, to]) => [`${channel} ${to}`, userId] as const),
    ),
  )
  const sent = alerts.flatMap(alert => {
    const place = findCause(alert, causes)?.name.startsWith('lock') ? findCause(alert, causes)?.key : alert.store
    return alert.calls.map(call => ({ alert, call, words: writeWords(alert, call, { languages, place }) }))
  })
  const byToken = new Map(sent.map(each => [each.call.tokenHash, each]))
  const byUser = Map.groupBy(sent, ({ call }) => `${call.kind} ${call.channel} ${call.userId}`)
  const isAbout = ({ text, body }: Arrival, [subject, since]: readonly [string, string]) =>
    text.startsWith(subject) && body.includes(since)
  const find = (arrival: Arrival) => {
    const { channel, to, link } = arrival
    if (link !== undefined) {
      const called = byToken.get(sha256(link.slice('/calls/'.length)).toString('hex'))
      return called && isAbout(arrival, called.words) ? called.alert : undefined
    }
    const theirs = byUser.get(`all_clear ${channel} ${addressees.get(`${channel} ${to}`)}`) ?? []
    return theirs.find(({ words }) => isAbout(arrival, words))?.alert
  }
  const found: Identified = { byAlert: new Map(), unidentified: [] }
  for (const arrival of arrivals) {
    const alert = find(arrival)
    if (!alert) found.unidentified.push(arrival)
    else found.byAlert.set(alert, [...(found.byAlert.get(alert) ?? []), arrival])
  }
  return found
}

type Speech = { languages: ReadonlyMap<number, LanguageCode>; place: string | null | undefined }

/** The beginning of its subject, and a part of its text. */
function writeWords(alert: AlertRow, { kind, userId }: AlertCall, { languages, place }: Speech) {
  const language = languages.get(userId) ?? 'en'
  const t = createTranslate(language)
  const { title } = alertText({ ...alert, timeZone: TIME_ZONE }, language)
  const where = place ?? t('operations.duty.allStores')
  const subject = kind === 'call' ? `${where}: ${title}` : t('operations.duty.allClear', { place: where, title })
  const at = formatDateTime(alert.opened_at ?? new Date(Number.NaN), TIME_ZONE)
  return [subject, t('operations.duty.since', { at })] as const
}
