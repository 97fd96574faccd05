import { sql } from 'kysely'

/** Any of these ids, as one parameter however many there are. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::integer[])`
