import type { Gauge } from '#server/platform/module.ts'

/** Cumulative counts of durations up to each bound since this server started. `bounds` ascend. */
export type Histogram = {
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
