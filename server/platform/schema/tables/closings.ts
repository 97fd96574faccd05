import type { Generated } from 'kysely'
import type { DateText } from './columns.ts'

/** Data of the bookkeeper's closings besides orders and refunds. */
export type Closings = {
  terminal_day_sum: {
    terminal_id: number
    date: DateText
    sum_cents: number
    note: string
    revision: Generated<number>
    told_by: number
    told_at: Date
  }
  ledger_accounts: {
    only_row: Generated<true>
    card: string
    other: string
    clearing: string
    vat: string
    sales: string
    sales_by_rate: Record<string, string>
    revision: Generated<number>
  }
}
