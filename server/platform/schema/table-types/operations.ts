import type { ColumnType, Generated } from 'kysely'
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
  invariant_run: { only_row: boolean; begun_at: Date; whole_at: Date }
  backup_run: {
    id: Id
    begun_at: Date
    file: string
    ended_at: Date | null
    bytes: number | null
    is_proved: Generated<boolean>
    failure: string | null
  }
  backup_claim: { is_only: boolean; night: string }
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
    state: 'given' | 'refused'
    received_at: Generated<Date>
  }
}
