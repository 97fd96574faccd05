import type { Compilable } from 'kysely'
import type { Db } from '#server/platform/schema/tables.ts'

/** Placeholder for a value while a query is compiled. */
class ValuePlaceholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type BuildQuery<Values, Row> = (db: Db, values: Values) => Compilable<Row>

/**
 * A query that is built and compiled once, at its first call; later calls only supply their values. Building costs Node more than
 * running it costs PostgreSQL, so this is for queries that every call of a shopper runs.
 *
 * `build` receives placeholders instead of values: it may only pass them on as parameters. The shape of the query must not depend
 * on them.
 */
export function compiledOnce<Values extends Record<string, unknown>, Row>(build: BuildQuery<Values, Row>) {
  let compiledQuery: ReturnType<typeof compile> | undefined
  function compile(db: Db) {
    // Every property that `build` reads is a placeholder; the type defines which exist.
    const places = new Proxy({}, { get: (_, name) => new ValuePlaceholder(String(name)) }) as Values
    return build(db, places).compile()
  }
  return async function rowsOf(db: Db, values: Values): Promise<Row[]> {
    compiledQuery ??= compile(db)
    const parameters = compiledQuery.parameters.map(value =>
      value instanceof ValuePlaceholder ? values[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiledQuery, parameters })
    return rows
  }
}
