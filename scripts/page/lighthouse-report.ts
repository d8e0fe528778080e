import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { z } from 'zod'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { getLaunchOptions } from './find-chromium.ts'

// `npm exec` downloads Lighthouse (150 MB) when a script runs, so `npm ci` does not install it.
const lighthouse = 'lighthouse@13.5.0'
const Report = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      displayValue: z.string().optional(),
      numericValue: z.number().optional(),
    }),
  ),
})

/** A metric of a page, such as `largest-contentful-paint`, must be below its limit. */
export type MetricLimit = { audit: string; limit: number; title: string }
export type LighthouseOptions = {
  runs: number
  kinds: readonly string[]
  minimumScore: number
  /** The number of categories that must score 100. */
  fullScoreCount?: number
  /** Audits that do not count toward the scores. */
  skippedAudits?: readonly string[]
  /** By default, a slow phone. */
  preset?: 'desktop'
  metrics?: readonly MetricLimit[]
}
export type LighthouseResult = {
  title: string
  /** The median of all runs, and all of them. */
  values: { name: string; median: number; all: number[]; isMet: boolean }[]
  failedAudits: Set<string>
}
type Browser = { context: BrowserContext; port: number; folder: string }

/** Starts Chromium with a profile of its own, and removes the profile afterwards. */
export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-lighthouse-'))
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(
    folder,
    getLaunchOptions(`--remote-debugging-port=${port}`),
  )
  try {
    await work({ context, port, folder })
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures a page and prints its values at once, so that a later failure does not lose them. */
export async function measurePage(
  browser: Browser,
  { title, url }: { title: string; url: string },
  options: LighthouseOptions,
): Promise<LighthouseResult> {
  const { runs, kinds, metrics = [] } = options
  const values = new Map<string, number[]>()
  const addValue = (name: string, value: number) =>
    values.set(name, [...(values.get(name) ?? []), value])
  const failedAudits = new Set<string>()
  for (let run = 0; run < runs; run++) {
    // On a busy machine Chromium sometimes records no trace, which a second attempt does.
    const { categories, audits } = await runLighthouse(browser, url, options).catch(() =>
      runLighthouse(browser, url, options),
    )
    for (const kind of kinds) {
      addValue(kind, Math.round((categories[kind]?.score ?? 0) * 100))
      for (const { id, weight } of categories[kind]?.auditRefs ?? []) {
        const { title, score = null, displayValue = '' } = audits[id] ?? {}
        if (weight > 0 && score !== null && score < 0.9)
          failedAudits.add(`${title} ${displayValue}`)
      }
    }
    for (const { audit, title } of metrics) addValue(title, audits[audit]?.numericValue ?? 0)
  }
  const result = { title, failedAudits, values: checkLimits(values, options) }
  printResult(result)
  return result
}

/** If fewer than `fullScoreCount` categories score 100, each category below 100 misses its limit. */
function checkLimits(
  values: ReadonlyMap<string, number[]>,
  { kinds, minimumScore, fullScoreCount = 0, metrics = [] }: LighthouseOptions,
): LighthouseResult['values'] {
  const limits = new Map(metrics.map(({ title, limit }) => [title, limit]))
  const medians = new Map([...values].map(([name, all]) => [name, getMedian(all)]))
  const hasFullScores = kinds.filter(kind => medians.get(kind) === 100).length >= fullScoreCount
  const lowestScore = hasFullScores ? minimumScore : 100
  return [...values].map(([name, all]) => {
    const median = medians.get(name) ?? 0
    const limit = limits.get(name)
    return {
      name,
      median,
      all,
      isMet: limit === undefined ? median >= lowestScore : median < limit,
    }
  })
}

const getMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function runLighthouse(
  { port, folder }: Browser,
  url: string,
  { kinds, preset, skippedAudits = [] }: LighthouseOptions,
) {
  const reportPath = join(folder, 'report.json')
  await promisify(execFile)('npm', [
    'exec',
    '--yes',
    `--package=${lighthouse}`,
    '--',
    'lighthouse',
    url,
    `--port=${port}`,
    `--only-categories=${kinds.join(',')}`,
    ...(preset ? [`--preset=${preset}`] : []),
    ...(skippedAudits.length > 0 ? [`--skip-audits=${skippedAudits.join(',')}`] : []),
    '--output=json',
    `--output-path=${reportPath}`,
    '--quiet',
  ])
  return Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
}

/** Prints the measured values of a page and the audits that it fails. */
function printResult({ title, values, failedAudits }: LighthouseResult): void {
  const cells = values.map(
    ({ name, median, all }) =>
      `${name} ${formatValue(median)} (${all.map(formatValue).join(', ')})`,
  )
  console.log(`${title.padEnd(32)}${cells.join('  ')}`)
  for (const failedAudit of failedAudits) console.log(`  ${failedAudit}`)
}

/** Prints the missed limits. The exit code is 1 if there are any. */
export function printMissedLimits(results: readonly LighthouseResult[]): void {
  const missed = results.flatMap(({ title, values }) =>
    values
      .filter(({ isMet }) => !isMet)
      .map(({ name, median }) => `${title}: ${name} ${formatValue(median)}`),
  )
  console.log(missed.length === 0 ? '\nAll limits are met.' : `\nMissed: ${missed.join('; ')}`)
  if (missed.length > 0) process.exitCode = 1
}

const formatValue = (value: number) => String(Number(value.toFixed(value < 1 ? 3 : 0)))
