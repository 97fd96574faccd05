import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import type { Shop } from '#test/shop/open-shop.ts'
import { SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'

/** A store whose terminal is switched off, and which also takes payments in the app. */
export async function storeWithApp(shop: Shop, database: DatabaseHandle): Promise<Stocked & { appId: number }> {
  const stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  const off = { transport: 'tcp', host: '127.0.0.1', port: '1', api_key: 'k' }
  await saveTerminalSettings(shop.context, { terminalId, provider: 'jsonpos', settings: off })
  const app = { store_id: storeId, name: 'MobilePay', provider: 'mobilepay' }
  const { id } = await database.kysely.insertInto('terminal').values(app).returning('id').executeTakeFirstOrThrow()
  await saveTerminalSettings(shop.context, { terminalId: id, provider: 'mobilepay', settings: SETTINGS })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  return { ...stocked, appId: id }
}
