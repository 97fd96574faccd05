import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { GAUGES } from '#server/module-list.ts'
import { extendHashChain } from '#server/platform/audit-log/hash-chain.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { testDatabase } from '#test/database/database.ts'
import { addShopper } from '#test/rows/orders.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { metricsText } from './metrics-text.ts'
import { metricsPage } from './routes.ts'

const TOKEN = 'a token for those who watch'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function serverWith(variables: Record<string, string>) {
  const server = await openShop({ database, modules: [] })
  const context = { ...server.context, config: readConfig({ NODE_ENV: 'test', ...variables }) }
  metricsPage(server.app, context, GAUGES)
  return server
}

test('The metrics page responds 404 when no token is configured', async () => {
  const { get, close } = await serverWith({})
  expect((await get('/metrics')).statusCode).toBe(404)
  await close()
})

test('The metrics page requires the token', async () => {
  const { get, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', { headers: { authorization: 'Bearer of bad news' } })).statusCode).toBe(401)
  const answer = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(answer.headers['content-type']).toContain('version=0.0.4')
  expect(answer.body).toContain('puoti_payment_attempts{state="UNKNOWN"} 0\n')
  expect(answer.body).toMatch(/^puoti_build_info\{version="\d+\.\d+\.\d+[^"]*",commit="(?:[0-9a-f]{12}|unknown)"\} 1$/m)
  await close()
})

test('The text has the format of Prometheus: help and type for each metric, and escaped quotes in labels', () => {
  const text = metricsText([
    { name: 'one', help: 'A figure.', values: [{ value: 1.5 }] },
    { name: 'two', help: 'Two figures.', values: [{ labels: { of: 'a"b' }, value: 0 }] },
  ])
  expect(text).toBe(
    '# HELP one A figure.\n# TYPE one gauge\none 1.5\n# HELP two Two figures.\n# TYPE two gauge\ntwo{of="a\\"b"} 0\n',
  )
})

test('Response times are reported by route, never by URL', async () => {
  const { app, get, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  app.get('/greet/:name', async () => 'hello')
  await get('/greet/anna%40example.com')
  await get('/nowhere/anna%40example.com')
  const { body } = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(body).toContain('puoti_http_response_seconds_count{method="GET",route="/greet/:name",status="2xx"} 1\n')
  expect(body).toMatch(
    /puoti_http_response_seconds_bucket\{method="GET",route="\/greet\/:name",status="2xx",le="180"\} 1\n/,
  )
  expect(body).toContain('puoti_http_response_seconds_count{method="GET",route="none",status="4xx"} 1\n')
  expect(body).not.toContain('anna')
  await close()
})

test('The age of audit entries outside the hash chain is reported, and is zero once they are in it', async () => {
  const { context, get, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  const waits = async () => {
    const { body } = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    return Number(/^puoti_audit_log_unchained_seconds (\S+)$/m.exec(body)?.[1])
  }
  expect(await waits()).toBe(0)
  const author = { userId: await addShopper(database), at: new Date(Date.now() - 900_000) }
  const change = { kind: 'supplier', id: 1, before: null, after: { name: 'Farm' }, author } as const
  await inTransaction(database.kysely, trx => recordChange(trx, change))
  expect(await waits()).toBeGreaterThanOrEqual(900)
  expect((await extendHashChain(context)).made).toBe(1)
  expect(await waits()).toBe(0)
  await inTransaction(database.kysely, trx => recordChange(trx, change))
  expect(await waits()).toBeGreaterThanOrEqual(900)
  await close()
})

test('Periodic jobs are listed with their period and the time since their last success', async () => {
  const { get, context, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  const job = startPeriodicJob(context, { name: 'counting', everyMs: 60_000, work: () => Promise.resolve() })
  const read = async () => (await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).body
  const body = await read()
  expect(body).toContain('\npuoti_periodic_job_period_seconds{name="counting"} 60\n')
  expect(body).toMatch(/\npuoti_periodic_job_since_success_seconds\{name="counting"\} \d/)
  job.stop()
  expect(await read()).not.toContain('counting')
  await close()
})

const METRIC = /\b(?:puoti|process|nodejs)_[a-z_0-9]+\b(?=[{[\s)]|$)/gm
const read = (file: string) => readFile(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')

/** The metrics of the alarm rules, and those of the dashboard's queries. */
async function usedMetrics(): Promise<Record<'alarms' | 'dashboard', Set<string>>> {
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(await read('grafana-dashboard.json'))
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  // Each query has a metric that would be found missing.
  for (const query of queries) expect(query).toMatch(/\bup\{|\b(?:puoti|process|nodejs)_/)
  return {
    alarms: new Set((await read('alarms.yml')).match(METRIC)),
    dashboard: new Set(queries.flatMap(query => query.match(METRIC) ?? [])),
  }
}

test('Every metric of the alarm rules and of the dashboard is reported', async () => {
  const { alarms, dashboard } = await usedMetrics()
  const { app, get, close } = await serverWith({ PUOTI_METRICS_TOKEN: TOKEN })
  app.get('/greet', async () => 'hello')
  await get('/greet')
  const { body } = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(alarms.size).toBeGreaterThan(8)
  expect(dashboard.size).toBeGreaterThan(15)
  for (const name of [...alarms, ...dashboard])
    expect(body).toContain(`\n# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `)
  await close()
})

test('Each alarm has a section of its own in the operator’s pages', async () => {
  const names = [...(await read('alarms.yml')).matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const page = await readFile(new URL('../../../../docs/operator/monitoring.md', import.meta.url), 'utf8')
  expect([...page.matchAll(/^### (Puoti\w+)$/gm)].map(([, name]) => name)).toEqual(expect.arrayContaining(names))
})

test('The scrape example has the job that the alarms name, and the routes have their severities', async () => {
  const [alarms, scrape, routes] = [
    await read('alarms.yml'),
    await read('prometheus.yml'),
    await read('alertmanager.yml'),
  ]
  expect(scrape).toContain(`job_name: ${/up\{job="(\w+)"\}/.exec(alarms)?.[1]}\n`)
  const severities = new Set([...alarms.matchAll(/severity: (\w+)/g)].map(([, severity]) => severity))
  for (const severity of severities) expect(routes).toContain(`- name: ${severity}\n`)
})
