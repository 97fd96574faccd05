import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { nothing } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'

/** The measured page, without ids and secrets in URLs; the list also limits the number of rows. */
export const MEASURED_PAGES = ['/home', '/basket', '/completed', '/login', '/preorder-basket', 'other'] as const

export const webVitals = {
  report: endpoint({
    method: 'POST',
    path: 'web-vitals',
    description: 'Reports how fast a page was in a browser, for the day’s totals. Stores no user.',
    access: 'anyone',
    touches: [],
    body: z.strictObject({
      name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
      /** Milliseconds; for CLS its score. */
      value: z.number().check(z.minimum(0), z.maximum(DAY_MS)),
      rating: z.enum(['good', 'needs-improvement', 'poor']),
      path: z.enum(MEASURED_PAGES),
    }),
    answer: nothing,
    errors: [],
  }),
}
