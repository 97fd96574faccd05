import type { Generated } from 'kysely'
import type { DateText } from './columns.ts'

/** Sums of what browsers measured, by day, page and measure. */
export type WebVitals = {
  web_vital: {
    day: DateText
    page: string
    name: string
    good: Generated<number>
    needs_improvement: Generated<number>
    poor: Generated<number>
    value_sum: Generated<number>
  }
}
