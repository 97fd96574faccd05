import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpMail } from '#server/adapters/email/smtp/smtp-mail.ts'
import { sendMail } from '#server/platform/outbox/delivery.ts'
import { testDatabase } from '#test/database/database.ts'
import { HAS_POSTFIX, openPostfix } from '#test/mail/postfix.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { sellAtRandom } from '#test/rows/random-sales.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { onlyWhere } from '#test/tier.ts'
import { sendDueLetters } from './send-letters.ts'

/** A Monday, in the evening. */
const EVENING = new Date('2026-05-25T19:05:00Z')
const LANGUAGES = [
  ['en', 1001, 'Stop'],
  ['fi', 1002, 'Lopeta'],
  ['sv', 1003, 'Sluta'],
] as const

const runIf = test.runIf(onlyWhere(HAS_POSTFIX, 'it starts Postfix, as root'))

let shop: ShopWithCaller
let postfix: Awaited<ReturnType<typeof openPostfix>> | undefined
beforeAll(async () => {
  if (!HAS_POSTFIX) return
  const database = await testDatabase()
  const store = await addStore(database, { name: 'Kyläpuoti Åbo', always_open: true })
  const places = [{ store, zone: 'Europe/Helsinki' }]
  await sellAtRandom(database, { places, from: new Date('2026-05-10T00:00:00Z'), until: EVENING })
  shop = await openShop({ as: 'admin', database, now: () => EVENING, hasOutbox: true })
  postfix = await openPostfix()
})
afterAll(async () => {
  await postfix?.close()
  await shop?.close()
  await shop?.database.close()
})

/** Has the letters of one evening written in a language. */
async function writeLetters(languageId: number) {
  const { kysely: db } = shop.database
  shop.mails.splice(0)
  await db.deleteFrom('letter_choice').execute()
  await db.updateTable('app_user').set({ language_id: languageId }).where('id', '=', shop.me.id).execute()
  expect((await shop.me.call('PUT letters', { evening: true, monday: true, store_id: null })).status).toBe(200)
  await sendDueLetters(shop.context)
  await expect.poll(() => shop.mails.length).toBe(2)
  return [...shop.mails]
}

runIf.each(LANGUAGES)(
  'Postfix delivers the evening and Monday letters in %s as they were written',
  async (...[, id, stop]) => {
    const server = postfix!
    const before = server.list().length
    const letters = await writeLetters(id)
    const mail = smtpMail({ url: server.url, from: 'Kyläpuoti <shop@puoti.example>' })
    for (const [index, letter] of letters.entries()) await sendMail(mail, { ...letter, key: `letter-${id}-${index}` })
    mail.close()
    await expect.poll(() => server.list().length, { timeout: 20_000 }).toBe(before + 2)
    const all = await Promise.all(server.list().map(async raw => ({ raw, mail: await simpleParser(raw) })))
    for (const letter of letters) {
      const delivered = all.filter(each => each.mail.subject === letter.subject)
      expect(delivered).toHaveLength(1)
      const [{ raw, mail: parsed } = { raw: Buffer.of(), mail: undefined }] = delivered
      expect(parsed?.text?.trim()).toBe(letter.text.trim())
      expect(parsed?.html && parsed.html.trim()).toBe(letter.html.trim())
      expect(parsed?.text).toContain(stop)
      const text = raw.toString('latin1')
      const head = text.slice(0, text.indexOf('\n\n'))
      // Seven bits and short lines pass every server on the way (RFC 5321).
      expect(text).toMatch(/^[\t\n\r\u0020-\u007E]*$/)
      expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(998)
      expect(head).toMatch(/^Content-Type: multipart\/alternative;/m)
      expect(head).toMatch(/^Message-ID: <letter-\d+-\d@puoti\.example>$/m)
      expect(head).toMatch(/^Date: /m)
      expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
      expect(head.replaceAll(/\n[ \t]/g, ' ')).toContain(`List-Unsubscribe: <${letter.unsubscribe}>`)
      // A program shows the last part that it can show.
      expect([...text.matchAll(/^Content-Type: (text\/\w+); charset=utf-8$/gim)].map(([, type]) => type)).toEqual([
        'text/plain',
        'text/html',
      ])
    }
    expect(
      server
        .log()
        .split('\n')
        .filter(line => /status=(?:deferred|bounced)|warning|fatal/.test(line)),
    ).toEqual([])
  },
)
