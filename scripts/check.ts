import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findChromium, installChromium } from './chromium.ts'
import { freePort } from './free-port.ts'
import { tellJourneys } from './journey-report.ts'
import { sourceFiles } from './source-files.ts'

interface Step {
  name: string
  /** Script and arguments for our Node. */
  run: string[]
  env?: Record<string, string>
}

const steps: Step[] = [
  { name: 'types', run: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  {
    name: 'format and lint',
    run: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  },
  { name: 'shape', run: ['scripts/check-shape.ts'] },
  { name: 'boundaries', run: ['scripts/check-boundaries.ts'] },
  { name: 'unused', run: ['node_modules/knip/bin/knip.js'] },
  { name: 'weight of the pages', run: ['scripts/check-budget.ts'] },
  { name: 'faults, in short', run: ['faults/run-faults.ts', '--short'] },
  { name: 'unit, server, pages', run: ['node_modules/vitest/vitest.mjs', 'run'] },
]

const failed: string[] = []
const times: string[] = []
let current: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    current?.kill(signal)
    process.exitCode = 1
    failed.push('interrupted')
  })
}

for (const step of steps) await take(step)
// After a fault the journeys' long output would only bury it.
if (process.argv.includes('--browser') && failed.length === 0) await takeJourneys()

console.log(`\n${times.join('\n')}`)
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

async function take({ name, run, env }: Step) {
  if (failed.includes('interrupted')) return
  console.log(`\n── ${name}`)
  const began = performance.now()
  current = spawn(process.execPath, run, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [code] = await once(current, 'exit')
  current = undefined
  times.push(
    `${code === 0 ? 'passed' : 'FAILED'}  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${name}`,
  )
  if (code !== 0) failed.push(name)
}

async function takeJourneys() {
  const name = 'journeys in the browser'
  if (!sourceFiles(['e2e']).some(path => path.endsWith('.spec.ts'))) {
    failed.push(`${name} (there are none)`)
  } else if (!findChromium() && !installChromium()) {
    console.error('No Chromium was found and none could be installed; set CHROMIUM_PATH to one.')
    failed.push(name)
  } else {
    await take({
      name,
      run: ['node_modules/@playwright/test/cli.js', 'test'],
      env: { E2E_PORT: String(await freePort()) },
    })
    tellJourneys()
  }
}
