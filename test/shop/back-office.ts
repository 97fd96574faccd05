import { testDatabase } from '#test/database/database.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { adminServer, type Admin } from './admin-server.ts'

/** A separate database, a server with some features of the back office, an admin and a VAT class for products. */
export async function openBackOffice(options: Parameters<typeof adminServer>[1]) {
  const database = await testDatabase()
  const server = await adminServer(database, options)
  const anna: Admin = await server.admin()
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  async function close(): Promise<void> {
    await server.close()
    await database.close()
  }
  return { database, server, anna, vatClassId, close }
}
export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>
