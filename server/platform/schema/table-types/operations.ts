import type { ColumnType, Generated } from 'kysely'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { CallChannel } from '#domain/operations/duty/call-plan.ts'
import type { CreatedAt, DateText, Id } from './columns.ts'

/** Checks of invariants, backups, page speed, and the simulated providers of development. */
export type Operations = {
  invariant_check: {
    invariant: string
    violations: number
    sample: ColumnType<unknown, string, string>
    checked_at: Date
    violated_since: Date | null
  }
  invariant_run: { singleton: boolean; started_at: Date; full_check_at: Date }
  backup_run: {
    id: Id
    started_at: Date
    file: string
    ended_at: Date | null
    bytes: number | null
    is_verified: Generated<boolean>
    failure: string | null
  }
  backup_claim: { singleton: boolean; night: string }
  /** Times of day are hh:mm:ss, by the store's clock. */
  duty_contact: {
    id: Id
    store_id: number
    user_id: number
    step: number
    channels: CallChannel[]
    hours_from: string | null
    hours_until: string | null
  }
  duty_rules: {
    store_id: number
    escalate_after_minutes: number
    quiet_from: string | null
    quiet_until: string | null
    disabled_causes: string[]
    revision: Generated<number>
  }
  letter_choice: {
    user_id: number
    store_id: number | null
    evening: boolean
    monday: boolean
    evening_sent_on: DateText | null
    monday_sent_on: DateText | null
  }
  alert: {
    id: Id
    store_id: number | null
    cause: AlertCauseName
    subject: string
    facts: ColumnType<Record<string, string | number>, string, string>
    first_seen_at: Date
    last_seen_at: Date
    opened_at: Date | null
    acknowledged_at: Date | null
    acknowledged_by: number | null
    cleared_at: Date | null
  }
  alert_call: {
    id: Id
    alert_id: number
    user_id: number
    channel: CallChannel
    kind: 'call' | 'all_clear'
    step: number
    token_sha256: Buffer | null
    created_at: Date
  }
  duty_run: { singleton: boolean; started_at: Date }
  web_vital: {
    day: DateText
    page: string
    name: string
    good: Generated<number>
    needs_improvement: Generated<number>
    poor: Generated<number>
    value_sum: Generated<number>
  }
  web_vital_hour: {
    hour: Date
    page: string
    name: string
    step: number
    count: number
  }
  development_mail: {
    id: Id
    channel: 'mail' | 'sms'
    recipient: string
    subject: string | null
    text: string
    html: string | null
    created_at: CreatedAt
  }
  test_terminal_payment: {
    service_id: string
    terminal_id: number
    amount_cents: number
    currency: string
    state: 'waiting' | 'hung' | 'approved' | 'declined' | 'cancelled'
    cancelled_by: 'shopper' | 'merchant' | null
    received_at: Generated<Date>
    decided_at: Date | null
  }
  test_terminal_refund: {
    refund_key: string
    service_id: string
    amount_cents: number
    state: 'refunded' | 'refused'
    received_at: Generated<Date>
  }
}
