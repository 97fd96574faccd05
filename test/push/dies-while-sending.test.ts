import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { notifySubscribers } from '#server/modules/messaging/push/notify-subscribers.ts'
import { connectTo } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { openDatabaseProcess } from '#test/faults/world/database-process.ts'
import { ServerProcess } from '#test/faults/world/server-process.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { openPostOffice } from './post-office.ts'
import { openPushService } from './push-service.ts'
import { subscribeMany } from './subscribe-many.ts'

const SECRET = 'a secret for a server that dies while it sends'

test.runIf(onlyInFullTier('it starts and kills servers for a minute'))(
  'after a kill -9 between sending and recording that, an email is sent again, and a push is not',
  async () => {
    const directory = makeRunDirectory('dies-while-sending')
    const database = await openDatabaseProcess(directory)
    const handle = connectTo({ ...database.connection, max: 4 }, () => undefined)
    const post = await openPostOffice({ isHolding: true })
    const push = await openPushService({ behave: () => (post.state.isHolding ? 'silent' : 201) })
    writeFileSync(join(directory, 'ca.pem'), push.cert)
    await migrate(handle.pool)
    await subscribeMany(handle, push, 1)
    const env = {
      DATABASE_URL: database.url,
      PUOTI_SECRET: SECRET,
      PUOTI_DEMO: 'off',
      PUOTI_LOG_LEVEL: 'warn',
      SMTP_URL: post.url,
      PUOTI_PUSH_SERVICES: push.origin,
      NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem'),
    }
    const server = new ServerProcess({ number: 1, directory, port: await freePort(), env })
    try {
      await server.start()
      const needs = { db: handle.kysely, log: fastify().log, now: () => new Date() }
      const mail = { to: 'aino@puoti.example', subject: 'Once more', text: 't', html: 'h' }
      await openOutbox({ ...needs, secrets: makeSecrets(SECRET) }).enqueue(handle.kysely, 'mail', mail)
      await inTransaction(handle.kysely, trx =>
        notifySubscribers(trx, {
          type: 'promotions',
          languageId: 1001,
          title: 'T',
          body: 'B',
          url: null,
          now: new Date(),
        }),
      )
      await expect.poll(() => [post.received.length, push.received.length], { timeout: 20_000 }).toEqual([1, 1])
      await server.kill(100)
      post.state.isHolding = false
      const rows = () =>
        handle.kysely.selectFrom('outbox_message').select(['kind', 'state', 'reason']).orderBy('id').execute()
      const failed = { kind: 'push', state: 'failed', reason: 'unknown: the server ended' }
      await expect.poll(rows, { timeout: 90_000 }).toEqual([failed])
      expect([post.received.length, push.received.length]).toEqual([2, 1])
    } finally {
      await server.close()
      await handle.close()
      await database.stop()
      await Promise.all([post.close(), push.close()])
      rmSync(directory, { recursive: true, force: true })
    }
  },
  240_000,
)
