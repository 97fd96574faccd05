import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Each costs memory in every connection. The shop has fewer statements; lists of many lengths could exceed this. */
const MAX_NAMES = 200

/** In characters: lists of many columns have some thousands. */
const MAX_TEXT_LENGTH = 20_000

/** Assigns each text a permanent name, or none. */
function createStatementNames() {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const cachedName = names.get(text)
    if (cachedName !== undefined || names.size >= MAX_NAMES || text.length > MAX_TEXT_LENGTH) return cachedName
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
  const getStatementName = createStatementNames()
  // Kysely identifies its connections by their clients: each needs one permanent wrapper.
  const wrappers = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const wrapper = wrappers.get(client) ?? preparingClient(client, getStatementName)
      wrappers.set(client, wrapper)
      return wrapper
    },
    end: () => pool.end(),
  }
}

function preparingClient(
  client: PoolClient,
  getStatementName: (text: string) => string | undefined,
): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters]
    const name = values.length > 0 ? getStatementName(text) : undefined
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  return {
    // pg's result is what Kysely needs; it never requests a cursor, since the dialect has none.
    query: query as unknown as PostgresPoolClient['query'],
    release: destroy => client.release(destroy),
  }
}
