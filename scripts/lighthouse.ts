import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { findChromium } from './chromium.ts'
import { startDemo } from './demo-server.ts'
import { freePort } from './free-port.ts'

// How the built pages do on this machine, in Lighthouse's desktop setting: the median of some runs, each cold.
// `npm run lighthouse -- 5` runs each page five times; DEMO_URL takes a demo server that is already there.
// Lighthouse and its 150 MB of packages are fetched by `npm exec` when this script runs, not by `npm ci`.
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
const runs = Number(process.argv[2] ?? 3)
const kinds = ['performance', 'accessibility', 'best-practices'] as const
const pages = ['/login', '/apps/product/list', '/apps/order/orderDetail/:id', '/dashboard']

const server = await startDemo()
const profile = await mkdtemp(join(tmpdir(), 'storewright-lighthouse-'))
const port = await freePort()
const executablePath = findChromium()
const context = await chromium.launchPersistentContext(profile, {
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    `--remote-debugging-port=${port}`,
  ],
})
try {
  const results = []
  for (const path of pages) {
    await beSomebody(path !== '/login')
    results.push(await measure(path))
  }
  tell(results)
} finally {
  await context.close()
  await rm(profile, { recursive: true, force: true })
  await server.stop()
}

/** Logged in or not: what Lighthouse clears before a run leaves the session where it is. */
async function beSomebody(isIn: boolean) {
  const page = await context.newPage()
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(
    kept => {
      localStorage.clear()
      for (const [key, value] of kept) localStorage.setItem(key, value)
    },
    isIn ? Object.entries(server.storage) : [],
  )
  await page.close()
}

async function measure(path: string) {
  const address = server.url + (await server.fillIn(path))
  const scores: Record<string, number[]> = {}
  const faults = new Set<string>()
  for (let run = 0; run < runs; run++) {
    const lhr = await runLighthouse(address)
    for (const kind of kinds) {
      const category = lhr.categories[kind]
      scores[kind] = [...(scores[kind] ?? []), Math.round((category?.score ?? 0) * 100)]
      for (const { id, weight } of category?.auditRefs ?? []) {
        const { title, score = null, displayValue = '' } = lhr.audits[String(id)] ?? {}
        if (weight > 0 && score !== null && score < 0.9) faults.add(`${title} ${displayValue}`)
      }
    }
  }
  return {
    path,
    scores: kinds.map(kind => ({
      kind,
      score: median(scores[kind] ?? []),
      all: scores[kind] ?? [],
    })),
    faults,
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

function tell(results: readonly Awaited<ReturnType<typeof measure>>[]) {
  console.log(`\n${['page'.padEnd(32), ...kinds.map(kind => kind.padEnd(24))].join('')}`)
  for (const { path, scores, faults } of results) {
    console.log(
      `${path.padEnd(32)}${scores.map(({ score, all }) => `${score}  (${all.join(', ')})`.padEnd(24)).join('')}`,
    )
    for (const fault of faults) console.log(`  ${fault}`)
  }
  const low = results.flatMap(({ path, scores }) =>
    scores
      .filter(({ score }) => score < minimumScore)
      .map(({ kind, score }) => `${path}: ${kind} ${score}`),
  )
  console.log(
    low.length === 0
      ? `\nAll at ${minimumScore} or more.`
      : `\nBelow ${minimumScore}: ${low.join('; ')}`,
  )
  if (low.length > 0) process.exitCode = 1
}
