// The database of a fault run: the embedded PostgreSQL under its supervisor, in a separate process, so that no server's death
// affects it.
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'

const [dataDir = ''] = process.argv.slice(2)
// Three servers and the run itself need more connections than one server. Everything else is as in a shop.
const settings = { max_connections: '100' }
const database = await startEmbeddedDatabase({ dataDir, log: line => console.log(line), settings })
process.on('disconnect', () => void database.stop().finally(() => process.exit(0)))
process.send?.(database.connection)
