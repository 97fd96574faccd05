import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Each costs memory in every connection. What the shop asks is fewer; lists of many lengths could be more. */
const MOST_NAMES = 200
const LONGEST_TEXT = 4_000

/** Gives each text a name for ever, or none. */
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
 * Lets PostgreSQL parse and plan each statement once per connection: with short statements that is half of its work.
 * Only for a server that no pooler stands before: one that changes connections between transactions loses the names.
 */
export function preparingPool(pool: Pool): PostgresPool {
  const nameOf = statementNames()
  // Kysely knows its connections by their clients: each needs one face for ever.
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
    // pg's result is what Kysely wants of it; a cursor is never asked for, since the dialect has none.
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy),
  }
}
