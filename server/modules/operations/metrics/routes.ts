import { timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { BUILD } from '#server/config/build.ts'
import type { Context } from '#server/platform/context.ts'
import { sendError } from '#server/platform/http/errors.ts'
import { TIME_BOUNDS } from '#server/platform/log/watch-requests.ts'
import type { Gauge, ReadGauges } from '#server/platform/module.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { listPeriodicJobs } from '#server/platform/workers/periodic-job.ts'

/** /metrics, for requests with the configured token. Without a configured token the page does not exist: deny by default. */
export function metricsPage(http: FastifyInstance, context: Context, gaugesOfModules: readonly ReadGauges[]): void {
  const { metricsToken } = context.config
  if (metricsToken === undefined) return
  const lateness = watchLateness()
  const expected = sha256(`Bearer ${metricsToken}`)
  http.get('/metrics', async (request, reply) => {
    const given = sha256(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected)) return sendError(reply, 'session.required')
    reply.header('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8')
    const ofModules: Gauge[] = []
    // One after the other: a scrape takes one connection from the pool.
    for (const read of gaugesOfModules) ofModules.push(...(await read(context)))
    const gauges = [...ofModules, ...processGauges(lateness), ...periodicJobGauges(context)]
    return metricsText(gauges, answerTimes(http))
  })
}

const NANOSECONDS = 1e9

type Lateness = ReturnType<typeof monitorEventLoopDelay>

/** Starts measuring the delay of this server's event loop. */
function watchLateness(): Lateness {
  const lateness = monitorEventLoopDelay({ resolution: 20 })
  lateness.enable()
  return lateness
}

/** Gauges of this process. The lateness covers the time since the previous call. */
function processGauges(lateness: Lateness): Gauge[] {
  const late = lateness.percentile(99) / NANOSECONDS
  lateness.reset()
  return [
    {
      name: 'puoti_build_info',
      help: 'The version and the commit of this server, as labels; the value is 1.',
      values: [{ labels: { version: BUILD.version, commit: BUILD.commit }, value: 1 }],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of this server.',
      values: [{ value: process.memoryUsage.rss() }],
    },
    {
      name: 'process_start_time_seconds',
      help: 'When this server started, in seconds since 1970.',
      values: [{ value: Math.round(Date.now() / 1000 - process.uptime()) }],
    },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'The 99th percentile of this server’s event-loop delay. More than 0.5 s is an alarm.',
      values: [{ value: late }],
    },
  ]
}

/** The periodic jobs of this server. */
function periodicJobGauges(context: Pick<Context, 'log'>): Gauge[] {
  const jobs = listPeriodicJobs(context)
  return [
    {
      name: 'puoti_periodic_job_period_seconds',
      help: 'How often each periodic job of this server runs.',
      values: jobs.map(({ name, periodSeconds }) => ({ labels: { name }, value: periodSeconds })),
    },
    {
      name: 'puoti_periodic_job_since_success_seconds',
      help: 'How long ago each periodic job last succeeded. More than ten periods and a minute is an alarm.',
      values: jobs.map(({ name, sinceSuccessSeconds }) => ({ labels: { name }, value: sinceSuccessSeconds })),
    },
  ]
}

const answerTimes = ({ requestTimes }: FastifyInstance): Histogram[] => [
  {
    name: 'puoti_http_response_seconds',
    help: 'Response times of this server, by route. A payment includes the shopper’s time at the terminal.',
    bounds: TIME_BOUNDS,
    series: requestTimes.all().map(({ method, route, status, ...series }) => ({
      labels: { method, route, status },
      ...series,
    })),
  },
]

/** Cumulative counts of durations up to each bound since this server started. `bounds` ascend. */
type Histogram = {
  name: string
  help: string
  bounds: readonly number[]
  series: { labels: Record<string, string>; counts: readonly number[]; sum: number; count: number }[]
}

const escaped = (text: string) => text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)

const labelled = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const beginning = (name: string, help: string, type: 'gauge' | 'histogram') => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

const gaugeLines = ({ name, help, values }: Gauge) => [
  ...beginning(name, help, 'gauge'),
  ...values.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`),
]

const histogramLines = ({ name, help, bounds, series }: Histogram) => [
  ...beginning(name, help, 'histogram'),
  ...series.flatMap(({ labels, counts, sum, count }) => [
    ...bounds.map((bound, at) => `${name}_bucket${labelled({ ...labels, le: String(bound) })} ${counts[at] ?? 0}`),
    `${name}_bucket${labelled({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${labelled(labels)} ${sum}`,
    `${name}_count${labelled(labels)} ${count}`,
  ]),
]

/** The text exposition format of Prometheus, version 0.0.4. */
export const metricsText = (gauges: readonly Gauge[], histograms: readonly Histogram[] = []): string =>
  [...gauges.flatMap(gaugeLines), ...histograms.flatMap(histogramLines)].join('\n').concat('\n')
