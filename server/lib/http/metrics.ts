type MetricLabels = Record<string, string | number>
type MetricKind = 'counter' | 'gauge'
/**
 * The current values of one metric. Unknown values are undefined, and are omitted from the output.
 */
export type MetricSample = {
  name: string
  kind: MetricKind
  help: string
  values: [MetricLabels, number | undefined][]
}

/** Counters and histograms of requests and transactions, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics() {
  const requests = createHistogram(
    'storewright_http_request_duration_seconds',
    'Duration of requests by route pattern',
  )
  const transactions = createHistogram(
    'storewright_db_transaction_duration_seconds',
    'Duration of transactions on a connection of their own (acquired) or on a shared connection',
  )
  const current = { requests: 0, queries: 0 }
  return {
    current,
    startRequest: () => {
      current.requests += 1
    },
    /** `route` is a pattern, never a URL, so that the number of series is limited. */
    endRequest(method: string, route: string, status: number, seconds: number) {
      current.requests -= 1
      requests.observe({ method: methods.has(method) ? method : 'other', route, status }, seconds)
    },
    countQuery: () => {
      current.queries += 1
    },
    recordTransaction: (connection: 'acquired' | 'shared', seconds: number) =>
      transactions.observe({ connection }, seconds),
    /** Returns all metrics in the text exposition format 0.0.4 of Prometheus. */
    render: (samples: readonly MetricSample[]): string =>
      [...requests.renderLines(), ...transactions.renderLines(), ...samples.flatMap(formatSample)]
        .join('\n')
        .concat('\n'),
  }
}

function createHistogram(name: string, help: string) {
  const series = new Map<string, { counts: number[]; sum: number; total: number }>()
  return {
    observe(labels: MetricLabels, value: number) {
      const key = formatLabels(labels)
      const entry = series.get(key) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 }
      series.set(key, entry)
      const bucketIndex = buckets.findIndex(bound => value <= bound)
      if (bucketIndex >= 0) entry.counts[bucketIndex] = (entry.counts[bucketIndex] ?? 0) + 1
      entry.sum += value
      entry.total += 1
    },
    renderLines: (): string[] => [
      ...formatHeader(name, 'histogram', help),
      ...[...series].flatMap(([labels, { counts, sum, total }]) => {
        let cumulativeCount = 0
        const bucketLines = counts.map((count, bucketIndex) => {
          cumulativeCount += count
          return `${name}_bucket{${labels},le="${buckets[bucketIndex]}"} ${cumulativeCount}`
        })
        return [
          ...bucketLines,
          `${name}_bucket{${labels},le="+Inf"} ${total}`,
          `${name}_sum{${labels}} ${sum}`,
          `${name}_count{${labels}} ${total}`,
        ]
      }),
    ],
  }
}

const formatHeader = (name: string, kind: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]
const quoteLabel = (value: string | number) =>
  `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
const formatLabels = (labels: MetricLabels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${quoteLabel(value)}`)
    .join(',')

function formatSample({ name, kind, help, values }: MetricSample): string[] {
  const finiteValues = values.filter(([, value]) => value !== undefined && Number.isFinite(value))
  if (finiteValues.length === 0) return []
  return [
    ...formatHeader(name, kind, help),
    ...finiteValues.map(
      ([labels, value]) =>
        `${name}${Object.keys(labels).length ? `{${formatLabels(labels)}}` : ''} ${value}`,
    ),
  ]
}
