import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { signInAsAdmin } from '#test/terminals/shop-admin.ts'

const COMMAND = join(import.meta.dirname, '../../server/puoti.ts')
const READS = ['GET stores', 'GET products', 'GET admin/orders', 'GET admin/products']
const TIMES = 20

/** What the metrics of a shop's day come from: reads, a paid order, a page's speed, and a backup. */
export async function callShop({ origin, dataDir }: { origin: string; dataDir: string }): Promise<void> {
  const call = await signInAsAdmin(origin)
  for (let time = 0; time < TIMES; time++) for (const read of READS) await call(read)
  const [store] = await call<{ id: number }[]>('GET stores')
  await call('PUT user', { activeStoreId: store?.id })
  const [product] = await call<{ id: number }[]>('GET products')
  const placed = await call<{ id: number; total_amount: number }>('POST order', {
    orderItems: [{ product_id: product?.id, quantity: 1 }],
  })
  await call('POST order/pay', { order_id: placed.id, total_amount: placed.total_amount })
  await call('POST web-vitals', { name: 'LCP', value: 1200, rating: 'good', path: '/home' })
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, PUOTI_DATA_DIR: dataDir }
  execFileSync(process.execPath, [COMMAND, 'backup'], { env, stdio: 'pipe' })
}
