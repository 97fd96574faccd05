// npm run drill -- monitoring: a real Prometheus scrapes a running demo shop with the files of deploy/, and evaluates every alarm and
// every query of the dashboard. Needs prometheus, promtool and amtool (Debian: prometheus, prometheus-alertmanager).
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatTable } from '#test/faults/figures.ts'
import { endWithUs, startProgram } from '#test/faults/world/children.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { Checks } from '#test/packages/checks.ts'
import { callShop } from './call-shop.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const TOKEN = 'a-token-for-prometheus'
const TIMEOUT_MS = 120_000
/** The shop updates some gauges once a minute. */
const SCRAPED_FOR_MS = 75_000

const deploy = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')
let prometheusAt = ''
const checks = new Checks()
const directory = makeRunDirectory('monitoring')
// Started by root, the database belongs to another user, who must reach it.
const dataDir = makeRunDirectory('monitored')
mkdirSync(join(directory, 'prometheus'))

function checkFiles(): void {
  const runs = (name: string, program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: directory })
    checks.expect(name, status === 0, `${stdout}${stderr}`)
  }
  runs('promtool accepts the alarm rules', 'promtool', 'check', 'rules', join(DEPLOY, 'alarms.yml'))
  runs('promtool’s tests of the alarm rules pass', 'promtool', 'test', 'rules', join(import.meta.dirname, 'alarms.yml'))
  writeFileSync(join(directory, 'alertmanager.yml'), deploy('alertmanager.yml'))
  runs('amtool accepts the routes', 'amtool', 'check-config', join(directory, 'alertmanager.yml'))
  for (const severity of ['page', 'ticket']) {
    const route = ['config', 'routes', 'test', `--config.file=${join(directory, 'alertmanager.yml')}`]
    const args = [`--verify.receivers=${severity}`, `severity=${severity}`, 'alertname=PuotiDown']
    runs(`an alarm of severity ${severity} reaches its receiver`, 'amtool', ...route, ...args)
  }
}

async function startShop() {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = startProgram({
    script: 'server/main.ts',
    logFile: join(directory, 'shop.log'),
    env: { PORT: String(port), PUOTI_DATA_DIR: dataDir, PUOTI_METRICS_TOKEN: TOKEN },
  })
  await until('the shop opens', async () => (await fetch(`${origin}/readyz`)).ok)
  return { child, port, origin, dataDir }
}

async function startPrometheus(port: number): Promise<string> {
  writeFileSync(join(directory, 'token'), TOKEN, { mode: 0o600 })
  writeFileSync(join(directory, 'alarms.yml'), deploy('alarms.yml'))
  const config = deploy('prometheus.yml')
    .replace('/etc/prometheus/puoti-metrics-token', join(directory, 'token'))
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll('15s', '2s')
  writeFileSync(join(directory, 'prometheus.yml'), config)
  execFileSync('promtool', ['check', 'config', join(directory, 'prometheus.yml')], { stdio: 'pipe' })
  const alertmanagerPort = await freePort()
  const storage = `--storage.tsdb.path=${join(directory, 'prometheus')}`
  const listen = `--web.listen-address=127.0.0.1:${alertmanagerPort}`
  const args = [`--config.file=${join(directory, 'prometheus.yml')}`, storage, listen, '--log.level=error']
  endWithUs(spawn('prometheus', args, { stdio: 'ignore' }))
  const origin = `http://127.0.0.1:${alertmanagerPort}`
  await until('Prometheus starts', async () => (await fetch(`${origin}/-/ready`)).ok)
  return origin
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < TIMEOUT_MS) {
    if (await isSo().catch(() => false)) return checks.expect(what, true)
    await sleep(500)
  }
  throw new Error(`In vain: ${what}. ${directory} has the logs.`)
}

async function request<Data>(path: string): Promise<Data> {
  const response = await fetch(`${prometheusAt}/api/v1/${path}`)
  // Prometheus' own format.
  const { data } = (await response.json()) as { data: Data }
  return data
}

type Target = { health: string; lastError: string; labels: { job: string; shop: string } }

async function scrapedFor(): Promise<void> {
  const targets = () => request<{ activeTargets: Target[] }>('targets')
  await until('the target is up', async () => (await targets()).activeTargets.every(({ health }) => health === 'up'))
  await sleep(SCRAPED_FOR_MS)
}

type Rule = { name: string; health: string; state: string; lastError?: string }

async function checkAlarms(): Promise<void> {
  const { groups } = await request<{ groups: { rules: Rule[] }[] }>('rules')
  const rules = groups.flatMap(group => group.rules)
  const written = deploy('alarms.yml').match(/^ +- alert: /gm)?.length
  checks.expect(`Prometheus evaluates all ${written} alarms`, rules.length === written)
  const ill = rules.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => `${name}: ${lastError}`)
  checks.expect('without an error', ill.length === 0, ill.join('\n'))
  const firing = rules.filter(({ state }) => state === 'firing').map(({ name }) => name)
  checks.expect('none fires at a well shop', firing.length === 0, firing.join(', '))
}

type Series = { metric: Record<string, string>; value: [number, string] }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

async function checkDashboard(): Promise<void> {
  const { panels }: Dashboard = JSON.parse(deploy('grafana-dashboard.json'))
  const rows: [string, string][] = []
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const query = encodeURIComponent(expr.replaceAll('$shop', '.+'))
      const { result } = await request<{ result: Series[] }>(`query?query=${query}`)
      checks.expect(`the dashboard’s “${title}” has values`, result.length > 0, expr)
      rows.push([title, formatSeries(result)])
    }
  console.log(formatTable('panel', rows))
}

const SHOWN = 4

function formatSeries(result: Series[]): string {
  const one = ({
    metric: { shop: _shop, job: _job, instance: _instance, __name__: _name, ...labels },
    value,
  }: Series) => [...Object.values(labels), Number(Number(value[1]).toPrecision(3))].join(' ')
  const shown = result.slice(0, SHOWN).map(one)
  return [...shown, ...(result.length > SHOWN ? [`… (${result.length} series)`] : [])].join('; ')
}

checkFiles()
const shop = await startShop()
prometheusAt = await startPrometheus(shop.port)
await callShop(shop)
await scrapedFor()
await checkAlarms()
await checkDashboard()
shop.child.kill('SIGTERM')
await Promise.race([new Promise(resolve => shop.child.once('exit', resolve)), sleep(20_000)])
for (const each of [directory, dataDir]) rmSync(each, { recursive: true, force: true })
process.exit(checks.end(undefined))
