import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { freePort } from '#test/free-port.ts'
import { TestBrowser } from '#test/shop/test-browser.ts'
import { arrived, booked, bought, openWorld, quiet, type WholeWorld } from '#test/shop/world.ts'

let database: DatabaseHandle
let world: WholeWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database)
})
afterAll(async () => {
  await world.app.close()
  await database.close()
})

test('every email links to the one address of the shop, whatever host a request named', async () => {
  const port = await freePort()
  await world.app.http.listen({ host: '127.0.0.1', port })
  const { browser } = await arrived(world, 'anna@puoti.example', '+358457123456')
  const lied = new TestBrowser(world.app.http, { host: 'evil.example', origin: 'http://evil.example' })
  for (const [name, value] of browser.cookies) lied.cookies.set(name, value)
  lied.csrf = browser.csrf
  await bought(lied, world.stocked)
  await booked(world, lied)
  await lied.call('POST login', { email: 'anna@puoti.example' })
  await quiet(database)
  const links = await eventually(async () => {
    const mails = await database.kysely
      .selectFrom('development_mail')
      .select(['text', 'html'])
      .where('recipient', '=', 'anna@puoti.example')
      .execute()
    const found = mails.flatMap(({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [])
    const kinds = ['/login/', '/purchases/', '/preorders/'].filter(kind => found.some(link => link.includes(kind)))
    return kinds.length === 3 && found
  })
  expect(new Set(links.map(link => new URL(link).origin))).toEqual(new Set([`http://localhost:${port}`]))
  const texts = await database.kysely.selectFrom('development_mail').select('text').execute()
  expect(texts.map(({ text }) => text).join('\n')).not.toContain('evil')
})
