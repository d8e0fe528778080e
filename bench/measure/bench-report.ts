import type { CallResult } from './measure-call.ts'

export type BenchRow = {
  rows: number
  stores: number
  connections: number
  call: string
  title: string
  result: CallResult
}

const headings = [
  'rows',
  'stores',
  'connections',
  'call',
  'per second',
  'bare',
  'share',
  'p50 ms',
  'p99 ms',
  'PostgreSQL CPU ms',
  'server CPU ms',
  'statements',
  'database ms',
  'bare p99 ms',
  'bare PostgreSQL CPU ms',
  'bare server CPU ms',
]

export const formatTableHead = () =>
  `| ${headings.join(' | ')} |\n|${headings.map((_, i) => (i === 3 ? '---' : '---:')).join('|')}|`

/** CPU times, statements and database time are per call. */
export function formatTableRow({ rows, stores, connections, title, result }: BenchRow): string {
  const { app, bare, statements, databaseMs } = result
  const cells = [
    formatCount(rows),
    formatCount(stores),
    formatCount(connections),
    title,
    formatCount(app.perSecond),
    formatCount(bare.perSecond),
    formatDecimals(app.perSecond / bare.perSecond),
    formatDecimals(app.p50),
    formatDecimals(app.p99),
    formatDecimals(app.postgresCpuMs),
    formatDecimals(app.serverCpuMs, 3),
    formatDecimals(statements, 1),
    formatDecimals(databaseMs),
    formatDecimals(bare.p99),
    formatDecimals(bare.postgresCpuMs),
    formatDecimals(bare.serverCpuMs, 3),
  ]
  const failures = [
    ...(app.failedCount ? [` ${app.failedCount} failed`] : []),
    ...(bare.failedCount ? [` ${bare.failedCount} failed on the bare server`] : []),
  ]
  return `| ${cells.join(' | ')} |${failures.join(',')}`
}

export const formatSkippedRow = ({
  rows,
  stores,
  connections,
  title,
}: Omit<BenchRow, 'result'>): string =>
  `| ${formatCount(rows)} | ${formatCount(stores)} | ${connections} | ${title} ` +
  `| too few rows in a store |${' |'.repeat(headings.length - 5)}`

const formatCount = (value: number) => Math.round(value).toLocaleString('en-US')

function formatDecimals(value: number | undefined, digits = 2): string {
  if (value === undefined) return '–'
  return value.toFixed(digits)
}
