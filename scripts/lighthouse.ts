import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { startDemoServer } from './demo-server.ts'
import { getLaunchOptions } from './find-chromium.ts'
import { findFreePort } from './find-free-port.ts'

// Measures the built pages with Lighthouse's desktop preset and prints the median of several cold
// runs. `npm run lighthouse -- 5` runs each page five times. Set DEMO_URL to use a running demo
// server. `npm exec` downloads Lighthouse (150 MB) when this script runs, so `npm ci` does not
// install it.
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
    }),
  ),
})

const minimumScore = 95
const runsPerPage = Number(process.argv[2] ?? 3)
const kinds = ['performance', 'accessibility', 'best-practices'] as const
const pages = ['/login', '/apps/product/list', '/apps/order/orderDetail/:id', '/dashboard']

const server = await startDemoServer()
const profile = await mkdtemp(join(tmpdir(), 'storewright-lighthouse-'))
const port = await findFreePort()
const context = await chromium.launchPersistentContext(
  profile,
  getLaunchOptions(`--remote-debugging-port=${port}`),
)
try {
  const results = []
  for (const path of pages) {
    await setSession(path !== '/login')
    results.push(await measure(path))
  }
  printResults(results)
} finally {
  await context.close()
  await rm(profile, { recursive: true, force: true })
  await server.stop()
}

/** Sets or clears the session in local storage, which Lighthouse keeps between runs. */
async function setSession(isLoggedIn: boolean) {
  const page = await context.newPage()
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    storedEntries => {
      localStorage.clear()
      for (const [key, value] of storedEntries) localStorage.setItem(key, value)
    },
    isLoggedIn ? Object.entries(server.storage) : [],
  )
  await page.close()
}

async function measure(path: string) {
  const url = server.url + (await server.resolvePath(path))
  const scores: Record<string, number[]> = {}
  const failedAudits = new Set<string>()
  for (let run = 0; run < runsPerPage; run++) {
    const lhr = await runLighthouse(url)
    for (const kind of kinds) {
      const category = lhr.categories[kind]
      scores[kind] = [...(scores[kind] ?? []), Math.round((category?.score ?? 0) * 100)]
      for (const { id, weight } of category?.auditRefs ?? []) {
        const { title, score = null, displayValue = '' } = lhr.audits[String(id)] ?? {}
        if (weight > 0 && score !== null && score < 0.9)
          failedAudits.add(`${title} ${displayValue}`)
      }
    }
  }
  return {
    path,
    scores: kinds.map(kind => ({
      kind,
      score: median(scores[kind] ?? []),
      allScores: scores[kind] ?? [],
    })),
    failedAudits,
  }
}

async function runLighthouse(url: string) {
  const reportPath = join(profile, 'report.json')
  await promisify(execFile)('npm', [
    'exec',
    '--yes',
    `--package=${lighthouse}`,
    '--',
    'lighthouse',
    url,
    `--port=${port}`,
    `--only-categories=${kinds.join(',')}`,
    '--preset=desktop',
    '--output=json',
    `--output-path=${reportPath}`,
    '--quiet',
  ])
  return Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function printResults(results: readonly Awaited<ReturnType<typeof measure>>[]) {
  console.log(`\n${['page'.padEnd(32), ...kinds.map(kind => kind.padEnd(24))].join('')}`)
  for (const { path, scores, failedAudits } of results) {
    const cells = scores.map(({ score, allScores }) =>
      `${score}  (${allScores.join(', ')})`.padEnd(24),
    )
    console.log(`${path.padEnd(32)}${cells.join('')}`)
    for (const failedAudit of failedAudits) console.log(`  ${failedAudit}`)
  }
  const lowScores = results.flatMap(({ path, scores }) =>
    scores
      .filter(({ score }) => score < minimumScore)
      .map(({ kind, score }) => `${path}: ${kind} ${score}`),
  )
  console.log(
    lowScores.length === 0
      ? `\nAll scores are ${minimumScore} or more.`
      : `\nBelow ${minimumScore}: ${lowScores.join('; ')}`,
  )
  if (lowScores.length > 0) process.exitCode = 1
}
