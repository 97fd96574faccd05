import type { DataKind } from '#domain/accounts/personal-data.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type TableName = keyof Database
type ColumnName<T extends TableName> = Extract<keyof Database[T], string>

/** Why a column is not in the data export. */
type NotExported =
  /** The person to whom the row belongs, directly or through another row: an export covers one person. */
  | 'ownerKey'
  /** A hash, a key or a code. */
  | 'secret'
  /** Leases, revisions and the like: nothing about a person. */
  | 'technical'
  /** Another person who was involved, by id. */
  | 'otherPerson'

/** Columns with the id of a member of staff who did something, each with the column of its time: the data export counts these rows. */
type StaffActions<C extends string = string> = { readonly [Key in C]?: C }

/** A table with personal data. Each of its columns is either in the data export, at a path in it, or excluded for a reason. */
type PersonalTable<C extends string = string> = {
  kind: DataKind
  /**
   * What happens when the person is erased. `rows`: they are deleted. `values`: the row stays without its personal data. `retained`:
   * it contains no personal data once the user's row is empty. `unpaid`: rows of orders that were never paid are deleted, the
   * others stay.
   */
  erased: 'rows' | 'values' | 'retained' | 'unpaid'
  exported: Partial<Record<C, string>>
  notExported: Partial<Record<C, NotExported>>
  /** Texts that must be kept unchanged by law: a terminal may have written a name into them. */
  retainedByLaw?: readonly C[]
  /** Texts in which an admin may have named the person: address and number are cut out of them. */
  cut?: readonly C[]
  staffActions?: StaffActions<C>
}

/** A table without personal data, except for the ids of staff. */
type NonPersonalTable<C extends string = string> = { columns: readonly C[]; staffActions?: StaffActions<C> }

export const nonPersonal = <const C extends string>(
  columns: readonly C[],
  staffActions?: StaffActions<NoInfer<C>>,
): NonPersonalTable<C> => ({ columns, ...(staffActions && { staffActions }) })

/**
 * The class of every table: which personal data it holds, its place in the data export, and what is left of it after an erasure.
 * A table without a class and a column that the table does not have do not compile; a column without a class fails a test.
 */
export type PersonalDataRegister = {
  readonly [T in TableName]: PersonalTable<ColumnName<T>> | NonPersonalTable<ColumnName<T>>
}

/** The classes of some tables: of a module's own, or of the platform's. server/module-list.ts gathers them. */
export const personalData = <T extends TableName>(
  tables: Pick<PersonalDataRegister, T>,
): Pick<PersonalDataRegister, T> => tables

const listTables = (register: PersonalDataRegister): [string, PersonalTable | NonPersonalTable][] =>
  Object.entries(register)

export const personalTablesIn = (register: PersonalDataRegister): (PersonalTable & { table: string })[] =>
  listTables(register).flatMap(([table, its]) => ('columns' in its ? [] : [{ table, ...its }]))

/** Columns with the staff who did something, and the columns with the time. */
export const staffActionsIn = (register: PersonalDataRegister): { table: string; column: string; at: string }[] =>
  listTables(register).flatMap(([table, { staffActions = {} }]) =>
    Object.entries(staffActions).flatMap(([column, at]) => (at === undefined ? [] : [{ table, column, at }])),
  )

export const listColumns = (table: PersonalTable | NonPersonalTable): string[] =>
  'columns' in table ? [...table.columns] : [...Object.keys(table.exported), ...Object.keys(table.notExported)]
