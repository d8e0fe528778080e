import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { listTestFolders } from './list-test-folders.ts'

// Checks what has changed since the branch `main`, or since the last commit on `main`: format, lint,
// types, shape, and the tests of the changed folders. `npm run check` checks everything.

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

// A clone of another branch has only `origin/main`.
const mainBranches = ['refs/heads/main', 'refs/remotes/origin/main']
const [main = 'HEAD'] = git('for-each-ref', '--format=%(refname)', ...mainBranches)
const [base = 'HEAD'] = git('merge-base', 'HEAD', main)
/** Including deleted files, whose folders are tested too. */
const changedFiles = [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const lintedFiles = changedFiles.filter(
  path => /\.(ts|tsx|mjs|css|json)$/.test(path) && existsSync(path),
)
const testFolders = listTestFolders(changedFiles).filter(existsSync)

const startedAt = performance.now()
const failedSteps: string[] = []
await Promise.all([runStaticSteps(), runTests()])
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
console.log(`\n${changedFiles.length} changed files, ${seconds} s`)
console.log(failedSteps.length === 0 ? 'All passed.' : `Failed: ${failedSteps.join(', ')}`)
process.exitCode = failedSteps.length === 0 ? 0 : 1

async function runStaticSteps() {
  if (lintedFiles.length > 0)
    await runStep('format and lint', [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...lintedFiles,
    ])
  await runStep('shape', ['scripts/check/check-shape.ts'])
  await runStep('types', ['node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'])
}

async function runTests() {
  if (testFolders.length === 0) return
  console.log(`tests of ${testFolders.join(', ')}`)
  await runStep('tests', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    ...testFolders,
  ])
}

/** Runs a script with the pinned Node. Its output is shown only if it fails. */
async function runStep(name: string, args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}`)
  if (code === 0) return
  failedSteps.push(name)
  process.stdout.write(Buffer.concat(output))
}
