// What lots cost: orders of stores without lots and of stores with them, which name the lot of each line, by turns; and how
// many bytes an order and a line of a delivery add. Run it with `node bench/lots.ts [ROUNDS]`.
import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { type BenchShopper, stockForBench } from './bench-stock.ts'
import { type Buying, buyFor, freshCount, perOrder } from './orders-bench.ts'
import { median } from './rounds.ts'
import { getDatabase, startShop } from './running-shop.ts'

const ROUNDS = Number(process.argv[2] ?? 9)
const SECONDS = 2
/** Of each product. */
const DELIVERIES = 50
const LOTS_OF_PRODUCT = 3
const USE_BY = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)

const measureSize = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return Number(rows[0]?.bytes)
}

/** Gives each product of the shoppers' stores so many lots, and the shoppers the number of the second. */
async function addLots(client: Client, shoppers: readonly BenchShopper[]): Promise<BenchShopper[]> {
  const storeIds = shoppers.map(({ storeId }) => storeId)
  for (let number = 1; number <= LOTS_OF_PRODUCT; number++)
    await client.query(
      `with moved as (insert into stock_move (store_id, product_id, quantity_thousandths, kind)
        select store_id, product_id, 100000000, 'delivery' from store_stock where store_id = any($1) returning id)
      select add_to_lot(id, $2, null, $3::date + $4::integer, 100000000) from moved`,
      [storeIds, `L${number}`, USE_BY, number],
    )
  const day = new Date(Date.parse(USE_BY) + 2 * 86_400_000).toISOString().slice(0, 10)
  return shoppers.map(shopper => ({
    ...shopper,
    items: shopper.items.map(item => ({ ...item, lot: 'L2', use_by: day })),
  }))
}

/** Bytes that a line of a delivery adds, with and without its lot. */
async function measureDeliveries(client: Client, storeId: number): Promise<{ plain: number; withLot: number }> {
  const deliver = async (addition: string) => {
    const before = await measureSize(client)
    const { rows } = await client.query<{ lines: string }>(
      `with moved as (insert into stock_move (store_id, product_id, quantity_thousandths, kind)
        select store_id, product_id, 1000, 'delivery' from store_stock, generate_series(1, ${DELIVERIES}) where store_id = $1
        returning id)
      select ${addition} as lines from moved`,
      [storeId],
    )
    return ((await measureSize(client)) - before) / Number(rows[0]?.lines)
  }
  const plain = await deliver('count(id)')
  return { plain, withLot: await deliver(`count(add_to_lot(id, 'D' || id, null, '${USE_BY}', 1000))`) }
}

/** Bytes that an order's lines and moves of stock take in their tables, without indexes. */
async function measureRows(client: Client, shoppers: readonly BenchShopper[]): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `with sold as (select line.id, pg_column_size(line.*) as bytes, line.order_id
        from order_line line join customer_order on customer_order.id = order_id where store_id = any($1) and status = 'complete'),
      moved as (select move.id, pg_column_size(move.*) as bytes from stock_move move join sold on sold.id = move.order_line_id),
      parts as (select pg_column_size(part.*) as bytes from stock_lot_move part join moved on moved.id = part.stock_move_id)
    select round((select sum(bytes) from (select bytes from sold union all select bytes from moved union all select bytes from parts) each)
      / (select count(distinct order_id) from sold))::integer as bytes`,
    [shoppers.map(({ storeId }) => storeId)],
  )
  return rows[0]?.bytes ?? NaN
}

const dataDir = await mkdtemp('/tmp/puoti-bench-')
const shop = await startShop(dataDir)
const client = new Client(getDatabase(shop))
await client.connect()
try {
  const shoppers = await stockForBench(shop)
  const deliveries = await measureDeliveries(client, shoppers[0]!.storeId)
  const half = shoppers.length / 2
  const plain = { shoppers: shoppers.slice(0, half), counted: freshCount(), rates: [] as number[] }
  const withLots = {
    shoppers: await addLots(client, shoppers.slice(half)),
    counted: freshCount(),
    rates: [] as number[],
  }
  await client.query('vacuum analyze')
  for (let round = 0; round <= ROUNDS; round++)
    for (const group of [plain, withLots]) {
      const buying: Buying = { shop, client, shoppers: group.shoppers, counted: group.counted }
      const rate = await buyFor(SECONDS, buying)
      // The first round warms up.
      if (round === 0) group.counted = freshCount()
      else group.rates.push(rate)
    }
  const row = async (title: string, { counted, rates, shoppers: buyers }: typeof plain) => {
    const { medianMs, processorMs, walBytes } = perOrder(counted)
    const processor = processorMs ? (processorMs.node + processorMs.postgres).toFixed(1) : ''
    const bytes = await measureRows(client, buyers)
    return `| ${title} | ${median(rates).toFixed(0)}/s | ${medianMs.toFixed(1)} ms | ${processor} ms | ${Math.round(walBytes)} | ${bytes} |`
  }
  console.log('| orders of three lines | rate | median | processor | log bytes | bytes of rows |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  console.log(await row('without lots', plain))
  console.log(await row('with lots', withLots))
  const ratios = withLots.rates.map((rate, round) => rate / plain.rates[round]!)
  console.log(
    `\nRate with lots: ${median(ratios).toFixed(2)} of the rate without, from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}.`,
  )
  console.log(
    `A line of a delivery: ${deliveries.plain.toFixed(0)} bytes, with a lot ${deliveries.withLot.toFixed(0)}.`,
  )
} finally {
  await client.end()
  await shop.stop('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
}
