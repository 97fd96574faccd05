import * as z from 'zod/mini'
import { isDay, isInstant } from '#domain/format/iso-day.ts'
import { forKeepers } from './for-keepers.ts'
import { euros, lineText } from './values.ts'

/** The queries and responses of the admin lists: the same names in every list, and nothing that a list did not declare. */
export const MAX_PAGE_SIZE = 200

const numberUpTo = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), z.transform(Number)),
    z.int().check(z.minimum(1), z.maximum(max)),
  )

/** Words that must all match; a filter of the searchable lists. */
export const searchText = lineText.check(z.maxLength(100))
export const yesOrNo = z.pipe(
  z.enum(['true', 'false']),
  z.transform(value => value === 'true'),
)
/** yyyy-mm-dd, a valid calendar day, in a range that leaves room for the days before and after it. */
export const day = z.stringFormat('date', text => isDay(text) && /^(?:19|2)/.test(text))
export const hourOfDay = z.pipe(z.string().check(z.regex(/^(?:1?\d|2[0-3])$/)), z.transform(Number))
/** An instant in UTC, ISO 8601. Not in values.ts: shoppers' scripts would then load the check of its format. */
export const instantInput = z.stringFormat('datetime', isInstant)

/** A column, or a column with a leading minus for descending order. */
export type SortOf<Column extends string> = Column | `-${Column}`

/**
 * The query of a list: page, size, sort column and filters. Anything else is rejected, so that a misspelt filter never
 * shows, or exports, everything.
 */
export const listQuery = <const Column extends string, Filters extends Record<string, z.ZodMiniType>>(
  columns: readonly Column[],
  filters: Filters,
) =>
  z.strictObject({
    sort: z.optional(z.enum<SortOf<Column>[]>(columns.flatMap(column => [column, `-${column}` as const]))),
    page: z.optional(numberUpTo(1_000_000)),
    size: z.optional(numberUpTo(MAX_PAGE_SIZE)),
    ...filters,
  })

/** Sums over all rows that match, on all pages. A list that is counted up to a limit has none above it. */
export const listSums = z.optional(
  z.object({
    /** What was paid, and what of it was refunded, without test payments. */
    paid: z.optional(euros),
    refunded: z.optional(euros),
    total: z.optional(euros),
    /** How many visits have a purchase. */
    purchases: z.optional(z.int()),
  }),
)
export type ListSums = NonNullable<z.output<typeof listSums>>

/** What the matching goods cost, on all pages; null for helpers, and of a list above the limit of counting. */
export const costSums = forKeepers(z.object({ total: euros }))
export type CostSums = z.output<typeof costSums>

/** How many rows each value of a filter would show, by filter and value. */
export const filterCounts = z.optional(z.record(z.string(), z.record(z.string(), z.int())))
export type FilterCounts = NonNullable<z.output<typeof filterCounts>>

/**
 * One page of a list, and the number of rows on all pages. `has_more`: there are more than `total` rows, and counting
 * stopped there; only lists that may be very long do so.
 */
export const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), has_more: z.optional(z.boolean()) })
