/** A figure of the shop at this moment, for Prometheus: one value, or one for each of a label's values. */
export type Gauge = { name: string; help: string; values: { labels?: Record<string, string>; value: number }[] }

const escaped = (text: string) => text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)

const labelled = (labels: Record<string, string> = {}) => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** The text exposition format of Prometheus, version 0.0.4. */
export const metricsText = (gauges: readonly Gauge[]): string =>
  gauges
    .flatMap(({ name, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...values.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`),
    ])
    .join('\n')
    .concat('\n')
