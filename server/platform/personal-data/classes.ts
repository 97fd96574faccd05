import type { DataKind } from '#domain/accounts/personal-data.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Table = keyof Database
type Column<T extends Table> = Extract<keyof Database[T], string>

/** Why a column is not in the download. */
export type Untold =
  /** The owner of the row: the download covers one person. */
  | 'whose'
  /** A hash or a key. */
  | 'secret'
  /** Leases, revisions and the like: nothing about a person. */
  | 'machinery'
  /** Another person who was involved, by id. */
  | 'others'

/** Columns with the id of the operator's staff who did something, each with the column of its time: the download counts these. */
export type DoneBy = Readonly<Record<string, string>>

/** A table with personal data. Each of its columns is either in the download, at a path in it, or left out for a reason. */
export type OfPeople<C extends string = string> = {
  kind: DataKind
  /**
   * What happens when the person is erased. `rows`: they are deleted. `values`: the row stays without its personal data. `kept`:
   * it contains no personal data once the user's row is empty. `unpaid`: rows of orders that were never paid are deleted, the
   * others stay.
   */
  erased: 'rows' | 'values' | 'kept' | 'unpaid'
  told: Partial<Record<C, string>>
  untold: Partial<Record<C, Untold>>
  /** Texts that must be kept unchanged by law: a terminal may have written a name into them. */
  held?: readonly C[]
  /** Texts in which an admin may have named the person: address and number are cut out of them. */
  cut?: readonly C[]
  by?: DoneBy
}

/** A table without personal data, except for the operator's staff who did something. */
export type OfNobody = { of: 'nobody'; columns: readonly string[]; by?: DoneBy }

export const nobody = (columns: string, by?: DoneBy): OfNobody => ({
  of: 'nobody',
  columns: columns.split(' '),
  ...(by && { by }),
})

/** Every table has a class: one without doesn't compile, and a column without one fails a test. */
export type TableClasses = { [T in Table]: OfPeople<Column<T>> | OfNobody }

export const classes = <T extends Table>(tables: Pick<TableClasses, T>): Pick<TableClasses, T> => tables
