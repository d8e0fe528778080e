type Labels = Record<string, string | number>
type Kind = 'counter' | 'gauge'
/** A name with its values as they are at this moment; a value that is not known now is left out. */
export type Sample = {
  name: string
  kind: Kind
  help: string
  values: [Labels, number | undefined][]
}

/** What passes by while requests are served, in the sums that Prometheus reads. */
export type Metrics = ReturnType<typeof openMetrics>

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function openMetrics() {
  const requests = openHistogram(
    'storewright_http_request_duration_seconds',
    'Requests by the pattern of their route, and how long they took',
  )
  const transactions = openHistogram(
    'storewright_db_transaction_duration_seconds',
    'Transactions on a connection of their own (lent) or on one that reads share',
  )
  const present = { requests: 0, queries: 0 }
  return {
    present,
    requestBegan: () => {
      present.requests += 1
    },
    /** `route` is a pattern, never an address: there are as many as there are routes, whatever people ask for. */
    requestEnded(method: string, route: string, status: number, seconds: number) {
      present.requests -= 1
      requests.add({ method: methods.has(method) ? method : 'other', route, status }, seconds)
    },
    query: () => {
      present.queries += 1
    },
    transaction: (connection: 'lent' | 'shared', seconds: number) =>
      transactions.add({ connection }, seconds),
    /** The page that Prometheus fetches: text exposition format 0.0.4. */
    page: (samples: readonly Sample[]): string =>
      [...requests.lines(), ...transactions.lines(), ...samples.flatMap(linesOf)]
        .join('\n')
        .concat('\n'),
  }
}

function openHistogram(name: string, help: string) {
  const series = new Map<string, { counts: number[]; sum: number; total: number }>()
  return {
    add(labels: Labels, value: number) {
      const key = inBraces(labels)
      const one = series.get(key) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 }
      series.set(key, one)
      const at = buckets.findIndex(bound => value <= bound)
      if (at >= 0) one.counts[at] = (one.counts[at] ?? 0) + 1
      one.sum += value
      one.total += 1
    },
    lines: (): string[] => [
      ...headOf(name, 'histogram', help),
      ...[...series].flatMap(([labels, { counts, sum, total }]) => {
        let below = 0
        const upTo = counts.map((count, at) => {
          below += count
          return `${name}_bucket{${labels},le="${buckets[at]}"} ${below}`
        })
        return [
          ...upTo,
          `${name}_bucket{${labels},le="+Inf"} ${total}`,
          `${name}_sum{${labels}} ${sum}`,
          `${name}_count{${labels}} ${total}`,
        ]
      }),
    ],
  }
}

const headOf = (name: string, kind: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]
const quoted = (value: string | number) =>
  `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
const inBraces = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(',')

function linesOf({ name, kind, help, values }: Sample): string[] {
  const known = values.filter(([, value]) => value !== undefined && Number.isFinite(value))
  if (known.length === 0) return []
  return [
    ...headOf(name, kind, help),
    ...known.map(
      ([labels, value]) =>
        `${name}${Object.keys(labels).length ? `{${inBraces(labels)}}` : ''} ${value}`,
    ),
  ]
}
