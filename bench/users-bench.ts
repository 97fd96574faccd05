import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { FEW, MANY, type ListTimes, signInAdmin, measureTimes } from './lists-bench.ts'
import { getDatabase, startShop } from './running-shop.ts'

/** The requested paths, under /api/admin/users; `LAST` is the number of the last page. */
const LISTS = {
  'users, latest first': '',
  'users by address': 'sort=email',
  'users by address, last page': 'sort=email&page=LAST',
  'part of an address': 'q=virtanen12',
  'a mail provider of every other user': 'q=gmail',
  'a name and a provider': 'q=korhonen%20gmail&sort=email',
  'a number as it is said at home': 'q=040%20012%203',
  'two letters': 'q=vi',
  admins: 'is_admin=true',
  'blocked users': 'is_blocked=true&sort=email',
  'with a blocked number': 'phone_blocked=true',
} as const

/** The list of users over HTTP, one call after the other, in milliseconds, with few users and with many. */
export async function benchUsers(): Promise<ListTimes[]> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const client = new Client(getDatabase(shop))
  try {
    await client.connect()
    const cookie = await signInAdmin(client)
    const measure = async (users: number) => {
      await growUsers(client, users)
      const times: ListTimes['few'][] = []
      for (const query of Object.values(LISTS)) {
        const filled = query.replace('LAST', String(Math.ceil(users / 50)))
        times.push(await measureTimes(`${shop.origin}/api/admin/users?${filled}&lang=fi`, cookie))
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

const NAMES = 'virtanen korhonen mäkinen nieminen mäkelä hämäläinen laine heikkinen koskinen järvinen'

/** Adds users up to this number: half of them at one provider, one in 500 blocked, one in 1,000 with a blocked number. */
async function growUsers(client: Client, users: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from app_user')
  await client.query(
    `with made as (
      insert into app_user (email, phone, is_verified, language_id, last_login_at, blocked_at)
      select translate(($3::text[])[1 + n % 10], 'äö', 'ao') || n || case n % 2 when 0 then '@gmail.example' else '@posti.example' end,
        '+35840' || lpad(n::text, 7, '0'), true, 1002, now() - n * interval '1 minute',
        case n % 500 when 0 then now() end
      from generate_series($1::integer + 1, $2::integer) n returning id, phone)
    insert into blocked_phone (phone, user_id) select phone, id from made where id % 1000 = 0`,
    [rows[0]?.n ?? 0, users, NAMES.split(' ')],
  )
  await client.query('analyze')
}
