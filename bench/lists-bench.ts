import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { growCatalogue, growRecords } from './many-products.ts'
import { getDatabase, startShop } from './running-shop.ts'

export const FEW = 1_000
export const MANY = 100_000
const WARM_UPS = 5
const CALLS = 40
const MAX_RATIO = 1.5

/**
 * The requested paths, under /api/admin; `LAST` is the number of the last page, `STORE` a store that has all the products, `BUSY`
 * a product with as many stock moves as there are products.
 */
const LISTS = {
  'products, first page': 'products?',
  'products by name': 'products?sort=name',
  'products by name, last page': 'products?sort=name&page=LAST',
  'products by price, dearest first': 'products?sort=-price',
  'part of a word': 'products?q=lak&sort=name',
  'a word of every tenth name': 'products?q=suklaa&sort=name',
  'a word of every name': 'products?q=product&sort=name',
  'two words': 'products?q=maito+4&sort=name',
  'digits of a code': 'products?q=64000000009',
  'products of a supplier': 'products?supplier_id=1002&sort=name',
  'products that are not sold': 'products?enabled=false&sort=name',
  'products of a VAT class that a store offers': 'products?vat_class_id=1001&offered_in=STORE&sort=-updated_at',
  'products low in a store, by name': 'products?store=STORE&level=low&sort=name',
  'products low in a store, with a word': 'products?store=STORE&level=low&q=suklaa&sort=name',
  'products that a store does not offer, none': 'products?store=STORE&offered=false&sort=name',
  'products with a campaign': 'products?prices=campaign&sort=name',
  'products with planned prices': 'products?prices=planned&sort=name',
  'stock, first page': 'stores/STORE/stock?',
  'stock by name': 'stores/STORE/stock?sort=name',
  'stock by quantity': 'stores/STORE/stock?sort=quantity',
  'stock that is low': 'stores/STORE/stock?level=low',
  'stock that is out, by name': 'stores/STORE/stock?level=out&sort=name',
  'stock with a word': 'stores/STORE/stock?q=suklaa&sort=name',
  'stock of a supplier that is low': 'stores/STORE/stock?supplier_id=1002&level=low&sort=quantity',
  'ledger of a busy product': 'stores/STORE/stock/BUSY/moves?',
  'its corrections': 'stores/STORE/stock/BUSY/moves?kind=correction',
  'the trail': 'audit?',
  'the trail of suppliers': 'audit?kind=supplier',
  'the trail of a day': 'audit?from=2026-01-10&until=2026-01-10',
  'a scanned code': 'codes/6400000000906?',
} as const

export type Times = { median: number; p95: number }
export type ListTimes = { list: string; few: Times; many: Times }

/**
 * Response times of the back office's lists over HTTP, in milliseconds, in a shop with few products and in one with many. Calls
 * alternate between the two, so that other load on the machine affects both equally.
 */
export async function benchLists(): Promise<ListTimes[]> {
  const shops: ListedShop[] = []
  try {
    shops.push(await openListedShop(await mkdtemp('/tmp/puoti-bench-'), FEW))
    shops.push(await openListedShop(await mkdtemp('/tmp/puoti-bench-'), MANY))
    return await measureLists(shops)
  } finally {
    for (const { close, dataDir } of shops) {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

type ListedShop = { dataDir: string; request: (path: string) => Promise<number>; close: () => Promise<void> }

/** A shop with this many products, and an admin session; `ask` requests a list and returns how long it took. */
export async function openListedShop(dataDir: string, products: number): Promise<ListedShop> {
  const shop = await startShop(dataDir)
  const client = new Client(getDatabase(shop))
  await client.connect()
  const cookie = await signInAdmin(client)
  await growCatalogue(client, products)
  await growRecords(client, products)
  const { rows } = await client.query<{ store: number; product: number }>(
    'select min(store_id) as store, min(product_id) as product from store_stock',
  )
  await client.end()
  const filled = (path: string) =>
    path
      .replace('LAST', String(Math.ceil(products / 50)))
      .replace('STORE', String(rows[0]?.store))
      .replace('BUSY', String(rows[0]?.product))
  return {
    dataDir,
    request: path => measureTime(`${shop.origin}/api/admin/${filled(path)}&lang=fi`, cookie),
    close: () => shop.stop('SIGTERM'),
  }
}

export async function measureLists([few, many]: readonly ListedShop[]): Promise<ListTimes[]> {
  if (!few || !many) throw new Error('Two shops are compared')
  const measured: ListTimes[] = []
  for (const [list, path] of Object.entries(LISTS)) {
    const times: { few: number; many: number }[] = []
    for (let call = 0; call < WARM_UPS + CALLS; call++)
      times.push({ few: await few.request(path), many: await many.request(path) })
    const counted = times.slice(WARM_UPS)
    measured.push({
      list,
      few: timesFrom(counted.map(each => each.few)),
      many: timesFrom(counted.map(each => each.many)),
    })
  }
  return measured
}

export async function signInAdmin(client: Client): Promise<string> {
  const token = randomToken()
  await client.query(
    `with admin as (insert into app_user (email, phone, is_verified, is_admin, language_id, last_login_at)
        values ('bench-' || gen_random_uuid() || '@puoti.example', '+35847' || floor(random() * 1e7), true, true, 1002, now()) returning id)
      insert into session (user_id, token_sha256, expires_at) select id, $1, now() + interval '1 day' from admin`,
    [sha256(token)],
  )
  return `${SESSION_COOKIE}=${token}`
}

export async function measureTimes(url: string, cookie: string): Promise<Times> {
  const times: number[] = []
  for (let call = 0; call < WARM_UPS + CALLS; call++) times.push(await measureTime(url, cookie))
  return timesFrom(times.slice(WARM_UPS))
}

async function measureTime(url: string, cookie: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, { headers: { cookie } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${text}`)
  return performance.now() - started
}

export function timesFrom(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
  return { median: at(0.5), p95: at(0.95) }
}

type Sizes = { few: number; many: number }

/** In Markdown. The target: at most 1.5 times the time, and p95 under 100 ms. */
export function formatListsReport(
  lists: readonly ListTimes[],
  { few, many }: Sizes = { few: FEW, many: MANY },
): string {
  const shown = ({ median, p95 }: Times) => `${median.toFixed(1)} / ${p95.toFixed(1)}`
  const rows = lists.map(({ list, ...times }) => {
    const ratio = times.many.median / times.few.median
    const isReached = ratio <= MAX_RATIO && times.many.p95 < 100
    return `| ${list} | ${shown(times.few)} | ${shown(times.many)} | ${ratio.toFixed(1)}, ${isReached ? 'reached' : 'missed'} |`
  })
  const head = `| list, ms median / p95 | ${few.toLocaleString('en')} | ${many.toLocaleString('en')} | ratio or verdict |`
  return [head, '| --- | --- | --- | --- |', ...rows].join('\n')
}
