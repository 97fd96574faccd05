import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'

/** One fact of each row. On a phone a row is a card: its picture, title and status have fixed places, the rest are facts. */
export type ListColumn<Row> = {
  name: string
  label: string
  /** The header is only for screen readers. */
  isLabelHidden?: boolean
  cell: (row: Row) => ReactNode
  role?: 'picture' | 'title' | 'status' | 'fact'
  /** The contract's name of the sort order; without one the column can't be sorted. */
  sort?: string
  /** Figures are aligned to the end. */
  align?: 'end'
  /** The user can hide it; a `hidden` column is hidden until the user shows it. */
  optional?: 'shown' | 'hidden'
  /** On a card a value such as "3" needs its label before it. */
  labelOnCard?: boolean
  /** A status that says nothing, as most rows have it: a card leaves it out. */
  isUsual?: (row: Row) => boolean
}

export type ListFilter = {
  /** The contract's name of the filter. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The input, where there are too many options to list. */
  input?: (field: { value: string; onChange: (value: string) => void }) => ReactNode
  /** The default while the address has no value; without it, any value matches. */
  usual?: string | undefined
  /** Filters that this one is meaningless without: they are set along with it. */
  alongWith?: Readonly<Record<string, string>>
  /** `chip`: set elsewhere, by a link or by fields of the page, and removed here. `page`: the page has its own buttons for it. */
  place?: 'chip' | 'page'
}

/** The selected rows: by id, or all rows of the list on all its pages. */
export type RowSelection =
  | { kind: 'rows'; ids: readonly number[] }
  | { kind: 'all'; query: Readonly<Record<string, string>>; total: number }

export type ListSource<Row> = {
  /** Returns a page: {items, total, has_more?}. */
  endpoint: Endpoint
  params?: Readonly<Record<string, string | number>>
  getId: (row: Row) => number
  getName: (row: Row) => string
  /** The address that a row links to. */
  getPath?: (row: Row) => string
  /** Others change it: the rows on the screen are kept up to date, and new ones wait behind a button. */
  isLive?: true
  /** How soon rows that change by themselves are refetched; false: never. */
  refreshMs?: (rows: readonly Row[]) => number | false
}
