import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'

/** One fact of each row. On a phone a row is a card: its picture, title and status have their places, the rest are facts. */
export interface ListColumn<Row> {
  name: string
  label: string
  /** Its head is for those alone who hear the table. */
  isLabelHidden?: boolean
  cell: (row: Row) => ReactNode
  role?: 'picture' | 'title' | 'status' | 'fact'
  /** The contract's name of what it is sorted by; without one it can't be. */
  sort?: string
  /** Figures stand at the end. */
  align?: 'end'
  /** A reader may hide it, and it may be hidden until somebody asks. */
  optional?: 'shown' | 'hidden'
  /** On a card a value such as "3" needs its label before it. */
  labelOnCard?: boolean
}

export interface ListFilter {
  /** The contract's name of it. */
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** How it is chosen where there are too many options to list. */
  input?: (field: { value: string; onChange: (value: string) => void }) => ReactNode
  /** What is asked while the address does not say; without it any value is. */
  usual?: string | undefined
  /** Filters that it means nothing without: they are chosen along with it. */
  alongWith?: Readonly<Record<string, string>>
  /** `chip`: it is chosen elsewhere, by a link or by fields of the page, and is taken off here. `page`: the page has buttons of its own for it. */
  place?: 'chip' | 'page'
}

/** The rows that were picked: by id, or all that the list would show on all its pages. */
export type Selection =
  | { kind: 'rows'; ids: readonly number[] }
  | { kind: 'all'; query: Readonly<Record<string, string>>; total: number }

export interface ListSource<Row> {
  /** Answers a page: {items, total, has_more?}. */
  endpoint: Endpoint
  params?: Readonly<Record<string, string | number>>
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Where a row leads. */
  pathOf?: (row: Row) => string
  /** How soon rows that change by themselves are asked for again; false: not. */
  refreshMs?: (rows: readonly Row[]) => number | false
}
