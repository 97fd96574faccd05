import { storeSms } from '#server/platform/outbox/store-in-mailbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { smsConformance } from './conformance.ts'
import { mailboxSms } from './mailbox-sms.ts'

smsConformance('The development mailbox', async () => {
  const database = await testDatabase()
  const db = database.kysely
  return {
    sms: mailboxSms(message => storeSms(db, message)),
    async received() {
      const rows = await db.selectFrom('development_mail').selectAll().orderBy('id').execute()
      return rows.map(({ recipient, text }) => ({ to: recipient, text }))
    },
    close: database.close,
  }
})
