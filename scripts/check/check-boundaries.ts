import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import { listSourceFiles } from './list-source-files.ts'

const CruiseResult = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    totalDependenciesCruised: z.number(),
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
})

const folders = ['contract', 'server', 'web', 'storefront']
const files = listSourceFiles(folders).filter(path => /\.tsx?$/.test(path))
const existingFolders = folders.filter(folder => files.some(path => path.startsWith(`${folder}/`)))

const cruise = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...existingFolders,
  ],
  {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  },
)
if (!cruise.stdout) {
  console.error(cruise.stderr)
  process.exit(1)
}
const { modules, summary } = CruiseResult.parse(JSON.parse(cruise.stdout))

// Without a suitable parser the tool skips all files and reports success.
const checkedFiles = new Set(modules.map(module => module.source))
const uncheckedFiles = files.filter(path => !checkedFiles.has(path))
for (const path of uncheckedFiles) console.error(`${path}: not checked`)
for (const { from, to, rule, cycle } of summary.violations) {
  console.error(`${rule.name}: ${from} → ${cycle?.map(({ name }) => name).join(' → ') ?? to}`)
}
console.log(
  `${files.length} files, ${summary.totalDependenciesCruised} dependencies, ${summary.violations.length} violations`,
)
if (
  uncheckedFiles.length ||
  summary.violations.length ||
  summary.totalDependenciesCruised < files.length
)
  process.exit(1)
