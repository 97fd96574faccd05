import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { testDatabase } from '#test/database.ts'
import { featureServer } from '#test/feature-server.ts'
import { metricsText } from './metrics-text.ts'
import { metricsPage } from './routes.ts'

const TOKEN = 'a token for those who watch'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function serverWith(variables: Record<string, string>) {
  const server = await featureServer(database, { routes: () => undefined })
  metricsPage(server.app, { ...server.context, config: readConfig({ NODE_ENV: 'test', ...variables }) })
  return server
}

test('Without a token configured there are no metrics for anyone', async () => {
  const { get, close } = await serverWith({})
  expect((await get('/metrics')).statusCode).toBe(404)
  await close()
})

test('The metrics are for who has the token', async () => {
  const { get, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', { headers: { authorization: 'Bearer of bad news' } })).statusCode).toBe(401)
  const answer = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.headers['content-type']).toContain('version=0.0.4')
  expect(answer.body).toContain('puoti_payment_attempts{state="UNKNOWN"} 0\n')
  await close()
})

test('The text is what Prometheus reads: a help and a type for each figure, labels with their quotes escaped', () => {
  const text = metricsText([
    { name: 'one', help: 'A figure.', values: [{ value: 1.5 }] },
    { name: 'two', help: 'Two figures.', values: [{ labels: { of: 'a"b' }, value: 0 }] },
  ])
  expect(text).toBe(
    '# HELP one A figure.\n# TYPE one gauge\none 1.5\n# HELP two Two figures.\n# TYPE two gauge\ntwo{of="a\\"b"} 0\n',
  )
})
