import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { listSourceFiles, sourceFolders } from './list-source-files.ts'

/**
 * Runs the tests of a few files in random order: a test must not depend on rows of another. To
 * repeat a run, pass its seed: `check-random-order.ts 123`. To run some files, list them after the
 * seed.
 */
const filesPerRun = 6

const [seedText, ...namedFiles] = process.argv.slice(2)
const seed = seedText === undefined ? randomInt(1_000_000) : Number(seedText)
const files = namedFiles.length > 0 ? namedFiles : pickFiles(seed)

console.log(`Order ${seed}: ${files.join(' ')}`)
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--retry=0',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    ...files,
  ],
  { stdio: 'inherit' },
)
process.exit(status ?? 1)

function pickFiles(number: number): string[] {
  const candidates = listSourceFiles([...sourceFolders, 'docs']).filter(path =>
    /\.test\.tsx?$/.test(path),
  )
  // Files at equal distances, so that each run covers several areas.
  const step = Math.max(1, Math.floor(candidates.length / filesPerRun))
  return Array.from({ length: filesPerRun }, (_, index) => {
    return candidates[(number + index * step) % candidates.length] ?? ''
  }).filter(Boolean)
}
