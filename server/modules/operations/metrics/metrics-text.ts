import type { Gauge } from '#server/platform/module.ts'

/** Cumulative counts of durations up to each bound since this server started. `bounds` ascend. */
export type Histogram = {
  name: string
  help: string
  bounds: readonly number[]
  series: { labels: Record<string, string>; counts: readonly number[]; sum: number; count: number }[]
}

const escapeLabel = (text: string) => text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)

const formatLabels = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const metricHeader = (name: string, help: string, type: 'gauge' | 'histogram') => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

const gaugeLines = ({ name, help, values }: Gauge) => [
  ...metricHeader(name, help, 'gauge'),
  ...values.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`),
]

const histogramLines = ({ name, help, bounds, series }: Histogram) => [
  ...metricHeader(name, help, 'histogram'),
  ...series.flatMap(({ labels, counts, sum, count }) => [
    ...bounds.map((bound, at) => `${name}_bucket${formatLabels({ ...labels, le: String(bound) })} ${counts[at] ?? 0}`),
    `${name}_bucket${formatLabels({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${formatLabels(labels)} ${sum}`,
    `${name}_count${formatLabels(labels)} ${count}`,
  ]),
]

/** The text exposition format of Prometheus, version 0.0.4. */
export const metricsText = (gauges: readonly Gauge[], histograms: readonly Histogram[] = []): string =>
  [...gauges.flatMap(gaugeLines), ...histograms.flatMap(histogramLines)].join('\n').concat('\n')
