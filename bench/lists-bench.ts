import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { SESSION_COOKIE } from '#server/http/session.ts'
import { randomToken, sha256 } from '#server/secrets.ts'
import { growCatalogue } from './many-products.ts'
import { databaseOf, startShop } from './running-shop.ts'

export const FEW = 1_000
export const MANY = 100_000
const WARM_UPS = 5
const CALLS = 40

/** What is asked for, under /api/admin; `LAST` is the last page's number, `STORE` a store that has all the products. */
const LISTS = {
  'products, first page': 'products?',
  'products by name': 'products?sort=name',
  'products by name, last page': 'products?sort=name&page=LAST',
  'products by price, dearest first': 'products?sort=-price',
  'part of a word': 'products?q=lak&sort=name',
  'a word of every tenth name': 'products?q=suklaa&sort=name',
  'digits of a code': 'products?q=64000000009',
  'products of a supplier': 'products?supplier_id=1002&sort=name',
  'stock by name': 'stores/STORE/stock?sort=name',
  'stock that is low': 'stores/STORE/stock?level=low',
  'a scanned code': 'codes/6400000000906?',
} as const

export type Times = { median: number; p95: number }
export type ListTimes = { list: string; few: Times; many: Times }

/** The lists of the back office over HTTP, one call after the other, in milliseconds, with few products and with many. */
export async function benchLists(): Promise<ListTimes[]> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const client = new Client(databaseOf(shop))
  try {
    await client.connect()
    const cookie = await signInAdmin(client)
    const { rows } = await client.query<{ id: number }>('select min(id) as id from store')
    const measure = async (products: number) => {
      await growCatalogue(client, products)
      const times: Times[] = []
      for (const path of Object.values(LISTS)) {
        const filled = path.replace('LAST', String(Math.ceil(products / 50))).replace('STORE', String(rows[0]?.id))
        times.push(await timesOf(`${shop.origin}/api/admin/${filled}&lang=fi`, cookie))
      }
      return times
    }
    const few = await measure(FEW)
    const many = await measure(MANY)
    return Object.keys(LISTS).map((list, at) => ({ list, few: few[at]!, many: many[at]! }))
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

export async function signInAdmin(client: Client): Promise<string> {
  const token = randomToken()
  await client.query(
    `with admin as (insert into app_user (email, phone, is_verified, is_admin, language_id, last_login_at)
        values ('bench-admin@puoti.example', '+358470000299', true, true, 1002, now()) returning id)
      insert into session (user_id, token_sha256, expires_at) select id, $1, now() + interval '1 day' from admin`,
    [sha256(token)],
  )
  return `${SESSION_COOKIE}=${token}`
}

export async function timesOf(url: string, cookie: string): Promise<Times> {
  const times: number[] = []
  for (let call = 0; call < WARM_UPS + CALLS; call++) {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${url}: ${text}`)
    if (call >= WARM_UPS) times.push(performance.now() - begun)
  }
  return timesFrom(times)
}

export function timesFrom(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
  return { median: at(0.5), p95: at(0.95) }
}

type Sizes = { few: number; many: number }

/** In Markdown. The aim: at most twice the time, and 95 of 100 under 100 ms. */
export function listsReportOf(lists: readonly ListTimes[], { few, many }: Sizes = { few: FEW, many: MANY }): string {
  const shown = ({ median, p95 }: Times) => `${median.toFixed(1)} / ${p95.toFixed(1)}`
  const rows = lists.map(({ list, ...times }) => {
    const ratio = times.many.median / times.few.median
    const isReached = ratio <= 2 && times.many.p95 < 100
    return `| ${list} | ${shown(times.few)} | ${shown(times.many)} | ${ratio.toFixed(1)}, ${isReached ? 'reached' : 'missed'} |`
  })
  const head = `| list, ms median / p95 | ${few.toLocaleString('en')} | ${many.toLocaleString('en')} | ratio or verdict |`
  return [head, '| --- | --- | --- | --- |', ...rows].join('\n')
}
