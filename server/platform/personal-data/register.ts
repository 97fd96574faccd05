import { NOBODYS } from './nobodys.ts'
import { PEOPLE } from './people.ts'
import { PURCHASES } from './purchases.ts'
import { REACH } from './reach.ts'
import type { OfNobody, OfPeople, TableClasses } from './classes.ts'

/** The personal data in each table, its place in the download, and what is left of it after an erasure. */
export const PERSONAL_DATA: TableClasses = { ...PEOPLE, ...PURCHASES, ...REACH, ...NOBODYS }

const all: [string, OfPeople | OfNobody][] = Object.entries(PERSONAL_DATA)

export const TABLES_OF_PEOPLE = all.flatMap(([table, is]) => ('of' in is ? [] : [{ table, ...is }]))

/** Columns with the operator's staff who did something, and when. */
export const WORK = all.flatMap(([table, { by = {} }]) =>
  Object.entries(by).map(([column, at]) => ({ table, column, at })),
)

export const columnsOf = (is: OfPeople | OfNobody): string[] =>
  'of' in is ? [...is.columns] : [...Object.keys(is.told), ...Object.keys(is.untold)]
