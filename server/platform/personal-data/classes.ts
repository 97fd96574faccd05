import type { DataKind } from '#domain/accounts/personal-data.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Table = keyof Database
type Column<T extends Table> = Extract<keyof Database[T], string>

/** Why a column is not in the download. */
export type Untold =
  /** Whose row it is: the download is of one person. */
  | 'whose'
  /** A hash or a key. */
  | 'secret'
  /** Leases, revisions and the like: nothing about a person. */
  | 'machinery'
  /** Somebody else who had to do with it, by their id. */
  | 'others'

/** Columns that name by id who of the operator's people did something, and the columns that say when: the download counts it. */
export type DoneBy = Readonly<Record<string, string>>

/** A table that holds something of people. Its columns are either told in the download, at a place in it, or untold for a reason. */
export type OfPeople<C extends string = string> = {
  kind: DataKind
  /**
   * What happens when the person is erased. `rows`: they go. `values`: the row stays without what tells of a person. `kept`: it
   * says nothing of a person once the user's row is empty. `unpaid`: rows of orders that were never paid go, the others stay.
   */
  erased: 'rows' | 'values' | 'kept' | 'unpaid'
  told: Partial<Record<C, string>>
  untold: Partial<Record<C, Untold>>
  /** Texts that the law wants kept as they are: a terminal may have written a name into them. */
  held?: readonly C[]
  /** Texts in which an admin may have named the person: address and number are cut out of them. */
  cut?: readonly C[]
  by?: DoneBy
}

/** A table that tells nothing of people, beyond who of the operator's people did it. */
export type OfNobody = { of: 'nobody'; columns: readonly string[]; by?: DoneBy }

export const nobody = (columns: string, by?: DoneBy): OfNobody => ({
  of: 'nobody',
  columns: columns.split(' '),
  ...(by && { by }),
})

/** Every table has its class: one without does not compile, and a column without one turns a test red. */
export type TableClasses = { [T in Table]: OfPeople<Column<T>> | OfNobody }

export const classes = <T extends Table>(tables: Pick<TableClasses, T>): Pick<TableClasses, T> => tables
