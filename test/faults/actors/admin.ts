import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Chances } from '../chances.ts'
import type { World } from '../world/open-world.ts'

/**
 * Changes orders, prices, stock and people while shoppers use them. It writes SQL and follows the API's rules: one transaction,
 * refused while a payment is open, with an order event.
 */
export async function liveAsAdmin(world: World, chances: Chances, closing: AbortSignal): Promise<void> {
  const acts = [cancelSomeOrder, changeSomePrice, deliver, blockSomeone] as const
  while (!closing.aborted) {
    await sleep(chances.between(100, 900), undefined, { signal: closing }).catch(() => undefined)
    // The database may be down: an admin tries again later.
    await inTransaction(world, chances.pick(acts), chances).catch(() => undefined)
  }
  await unblockAll(world)
}

type Act = (client: PoolClient, world: World, chances: Chances) => Promise<void>

async function inTransaction(world: World, act: Act, chances: Chances): Promise<void> {
  const client = await world.handle.pool.connect()
  let broken: Error | undefined
  client.on('error', ignore)
  try {
    await client.query('begin')
    await act(client, world, chances)
    await client.query('commit')
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.removeListener('error', ignore)
    client.release(broken)
  }
}

const ignore = () => undefined

const cancelSomeOrder: Act = async (client, world, chances) => {
  const { userId } = chances.pick(world.stocked.shoppers)
  const { rows } = await client.query<{ id: number }>(
    `update customer_order set cancelled_at = now(), updated_at = now()
      where user_id = $1 and status = 'checkout' and cancelled_at is null returning id`,
    [userId],
  )
  if (!rows[0]) return
  await client.query(
    `insert into order_event (order_id, from_status, to_status, actor, kind, reason)
      values ($1, 'checkout', 'cancelled', 'admin', 'status_changed', 'a fault run meddles')`,
    [rows[0].id],
  )
}

/** Replaces the current version with a new one. */
const changeSomePrice: Act = async (client, world, chances) => {
  const productId = chances.pick(world.stocked.products)
  const priceCents = 95 + chances.below(400)
  await client.query('select id from product where id = $1 for update', [productId])
  const { rows } = await client.query<{ id: number }>(
    'update product_version set is_current = false where product_id = $1 and is_current returning id',
    [productId],
  )
  await client.query(
    `insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
      select product_id, names, $2, vat_class_id, unit, true from product_version where id = $1`,
    [rows[0]?.id, priceCents],
  )
}

const deliver: Act = async (client, world, chances) => {
  const storeId = chances.pick(world.stocked.stores).id
  const move = [storeId, chances.pick(world.stocked.products), 1000 * (chances.below(60) - 20)]
  await client.query(
    `insert into stock_move (store_id, product_id, quantity_thousandths, kind, reason)
      values ($1, $2, $3, 'correction', 'a fault run meddles')`,
    move,
  )
  await client.query(
    `update store_stock set quantity_thousandths = quantity_thousandths + $3 where store_id = $1 and product_id = $2`,
    move,
  )
}

/** For a moment: a payment in progress must end as if nothing had happened. */
const blockSomeone: Act = async (client, world, chances) => {
  const { userId } = chances.pick(world.stocked.shoppers)
  await client.query('update app_user set blocked_at = now() where id = $1', [userId])
  setTimeout(() => void unblock(world, userId), chances.between(200, 1500))
}

const unblock = (world: World, userId: number) =>
  world.handle.pool.query('update app_user set blocked_at = null where id = $1', [userId]).catch(ignore)

async function unblockAll(world: World): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const done = await world.handle.pool
      .query('update app_user set blocked_at = null where blocked_at is not null')
      .then(
        () => true,
        () => false,
      )
    if (done) return
    await sleep(200)
  }
}
