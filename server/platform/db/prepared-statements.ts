import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Each costs memory in every connection. The shop has fewer statements; lists of many lengths could exceed this. */
const MOST_NAMES = 200
const LONGEST_TEXT = 4_000

/** Assigns each text a permanent name, or none. */
function statementNames() {
  const names = new Map<string, string>()
  return function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST_TEXT) return known
    const name = `puoti_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

/**
 * Makes PostgreSQL parse and plan each statement only once per connection: with short statements that is half of its work. Only
 * for a server without a pooler in front: one that changes connections between transactions loses the names.
 */
export function preparingPool(pool: Pool): PostgresPool {
  const nameOf = statementNames()
  // Kysely identifies its connections by their clients: each needs one permanent wrapper.
  const faces = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const face = faces.get(client) ?? preparingClient(client, nameOf)
      faces.set(client, face)
      return face
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters]
    const name = values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  return {
    // pg's result is what Kysely needs; it never requests a cursor, since the dialect has none.
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy),
  }
}
