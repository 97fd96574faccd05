import type { Generated } from 'kysely'

/** Codes that shoppers reported as unknown. */
export type UnknownCodes = {
  unknown_code_report: {
    store_id: number
    code: string
    user_id: number
    reports: Generated<number>
    first_at: Date
    last_at: Date
  }
}
