import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { BUILD } from '#server/config/build.ts'
import type { Context } from '#server/platform/context.ts'
import { TIME_BOUNDS } from '#server/platform/log/watch-requests.ts'
import type { Gauge } from '#server/platform/module.ts'
import { listPeriodicJobs } from '#server/platform/workers/periodic-job.ts'
import type { Histogram } from './metrics-text.ts'

const NANOSECONDS_PER_SECOND = 1e9

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>

/** Starts measuring the delay of this server's event loop. */
export function watchEventLoopDelay(): EventLoopDelay {
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()
  return eventLoopDelay
}

/** Gauges of this process. The lateness covers the time since the previous call. */
export function processGauges(eventLoopDelay: EventLoopDelay): Gauge[] {
  const late = eventLoopDelay.percentile(99) / NANOSECONDS_PER_SECOND
  eventLoopDelay.reset()
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
export function periodicJobGauges(context: Pick<Context, 'log'>): Gauge[] {
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

export const responseTimes = ({ requestTimes }: FastifyInstance): Histogram[] => [
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
