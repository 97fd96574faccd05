import { storeMail } from '#server/platform/outbox/store-in-mailbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { mailConformance } from './conformance.ts'
import { mailboxMail } from './mailbox-mail.ts'

mailConformance('The development mailbox', async () => {
  const database = await testDatabase()
  const db = database.kysely
  return {
    mail: mailboxMail(message => storeMail(db, message)),
    async received() {
      const rows = await db.selectFrom('development_mail').selectAll().orderBy('id').execute()
      return rows.map(({ recipient, subject, text, html }) => ({
        to: recipient,
        subject: subject ?? '',
        text,
        html: html ?? '',
      }))
    },
    close: database.close,
  }
})
