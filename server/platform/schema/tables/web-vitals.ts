import type { Generated } from 'kysely'
import type { DateText } from './columns.ts'

/** Measurements by browsers: sums by day, and counts of each size by hour. */
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
  web_vital_hour: {
    hour: Date
    page: string
    name: string
    step: number
    count: number
  }
}
