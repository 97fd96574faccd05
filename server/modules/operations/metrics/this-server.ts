import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { periodicJobsOf } from '#server/platform/workers/periodic-job.ts'
import { TIME_BOUNDS } from '#server/platform/http/request-times.ts'
import type { Gauge } from '#server/platform/module.ts'
import type { Histogram } from './metrics-text.ts'

const NANOSECONDS = 1e9

type Lateness = ReturnType<typeof monitorEventLoopDelay>

/** Measures from now on how late this server's event loop is. */
export function watchLateness(): Lateness {
  const lateness = monitorEventLoopDelay({ resolution: 20 })
  lateness.enable()
  return lateness
}

/** Gauges of this process. The lateness covers the time since the last call. */
export function processGauges(lateness: Lateness): Gauge[] {
  const late = lateness.percentile(99) / NANOSECONDS
  lateness.reset()
  return [
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
      help: 'How late this server was with what was due. More than 0.5 s is an alarm.',
      values: [{ value: late }],
    },
  ]
}

/** The periodic jobs of this server. */
export function periodicJobGauges(context: Pick<Context, 'log'>): Gauge[] {
  const jobs = periodicJobsOf(context)
  return [
    {
      name: 'puoti_periodic_job_period_seconds',
      help: 'How often each periodic job of this server runs.',
      values: jobs.map(({ name, periodSeconds }) => ({ labels: { name }, value: periodSeconds })),
    },
    {
      name: 'puoti_periodic_job_since_success_seconds',
      help: 'How long ago each periodic job last ended without a failure. More than ten periods and a minute is an alarm.',
      values: jobs.map(({ name, sinceSuccessSeconds }) => ({ labels: { name }, value: sinceSuccessSeconds })),
    },
  ]
}

export const answerTimes = ({ requestTimes }: FastifyInstance): Histogram[] => [
  {
    name: 'puoti_answer_seconds',
    help: 'How long this server took to answer, by route. A payment waits for the shopper at the terminal.',
    bounds: TIME_BOUNDS,
    series: requestTimes.all().map(({ method, route, status, ...series }) => ({
      labels: { method, route, status },
      ...series,
    })),
  },
]
