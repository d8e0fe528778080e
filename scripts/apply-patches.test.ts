import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const script = join(import.meta.dirname, 'apply-patches.mjs')
const folder = mkdtempSync(join(tmpdir(), 'storewright-patches-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Applies a patch to a package with this code and returns its code afterwards. */
function applyPatch(code: string): string {
  const file = join(folder, 'node_modules/greeter/index.js')
  mkdirSync(dirname(file), { recursive: true })
  mkdirSync(join(folder, 'patches'), { recursive: true })
  writeFileSync(file, code)
  writeFileSync(
    join(folder, 'patches/greeter+1.0.0.patch'),
    `\
--- a/node_modules/greeter/index.js
+++ b/node_modules/greeter/index.js
@@ -1,3 +1,4 @@
 // Greets.
-greet('$1')
+const name = '$1'
+greet(name)
 
@@ -9,1 +10,1 @@
-leave()
+part()
`,
  )
  execFileSync(process.execPath, [script], { cwd: folder, stdio: 'pipe' })
  return readFileSync(file, 'utf8')
}

test('each change of a patch is applied once', () => {
  const patched = "// Greets.\nconst name = '$1'\ngreet(name)\n\npart()\n"
  expect(applyPatch("// Greets.\ngreet('$1')\n\nleave()\n")).toBe(patched)
  expect(applyPatch(patched)).toBe(patched)
})

test('a package with other code fails the installation and stays as it is', () => {
  const code = "// Greets.\ngreet('Ada')\n\nleave()\n"
  expect(() => applyPatch(code)).toThrow('greeter+1.0.0.patch does not fit')
  expect(readFileSync(join(folder, 'node_modules/greeter/index.js'), 'utf8')).toBe(code)
})

/** Prints how many bytes of 20,000 queries a minor garbage collection leaves, at best. */
const garbageScript = `
  const { Query } = await import(process.argv[1])
  // Other garbage of the process can only add to what is kept.
  const keptBytes = Array.from({ length: 5 }, () => {
    gc({ type: 'major' })
    for (let count = 0; count < 20_000; count++) new Query(['select 1'], [], {})
    gc({ type: 'minor' })
    gc({ type: 'minor' })
    const usedBytes = process.memoryUsage().heapUsed
    gc({ type: 'major' })
    return usedBytes - process.memoryUsage().heapUsed
  })
  console.log(Math.min(...keptBytes))`

// Tests run the same driver as the built server. The script has its own process, because a major
// collection of the heap of many test files takes a second.
test('a minor garbage collection frees the queries of the installed driver', () => {
  const queryModule = import.meta.resolve('postgres').replace(/index\.js$/, 'query.js')
  const keptBytes = execFileSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', garbageScript, queryModule],
    { encoding: 'utf8' },
  )
  expect(Number(keptBytes) / 1_000_000).toBeLessThan(2)
})
