import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ListedChunk } from '../build/chunk-list-plugin.ts'

/** Each file is a request, which takes a round trip on a slow connection. */
const maxFiles = 12
// Measures the script that a first visit of a page loads, compressed as the server sends it, and
// fails above the budget. `roots` are the entry and the modules that the entry and the shell import
// dynamically for that page. Where a browser test allows 150 or 300 kB with the headers of the replies
// and small files that only forward to others, the budget here leaves room for them.
const shellRoots = [
  'web/start.tsx',
  'web/app.tsx',
  'web/locales/en.json?login',
  'web/locales/en.json?common',
]
const pages = [
  {
    path: '/login',
    budget: 147_000,
    roots: [
      'web/start.tsx',
      'web/account/login/render-standalone-login.tsx',
      'web/locales/en.json?login',
    ],
  },
  {
    path: '/packing',
    budget: 160_500,
    roots: [
      'web/start.tsx',
      'web/packing/render-packing.tsx',
      'web/locales/en.json?login',
      'web/locales/en.json?packing',
    ],
  },
  {
    path: '/apps/product/list',
    budget: 294_500,
    roots: [...shellRoots, 'web/product/list/product-list-page.tsx'],
  },
]

// Builds only if a source has changed.
execFileSync(process.execPath, ['start.mjs', 'build'], { stdio: 'inherit' })
const chunks = new Map(
  Object.entries(readJson<Record<string, ListedChunk>>('dist/web-chunks.json')),
)
const problems: string[] = []

for (const page of pages) {
  const files = new Set<string>()
  for (const root of page.roots) collectImports(findChunk(root, page.path), files)
  const parts = [...files].map(name => measureChunk(name))
  const totalSize = (encoding: 'brotli' | 'gzip') =>
    parts.reduce((total, part) => total + part[encoding], 0)
  const brotli = `${formatKilobytes(totalSize('brotli'))} of ${formatKilobytes(page.budget)} kB brotli`
  const gzip = `${formatKilobytes(totalSize('gzip'))} kB gzip`
  console.log(`${page.path}: ${brotli}, ${gzip}, ${parts.length} files`)
  if (process.argv.includes('--parts')) listParts(parts, files)
  if (parts.length > maxFiles)
    problems.push(`${page.path} loads ${parts.length} script files instead of at most ${maxFiles}.`)
  if (totalSize('brotli') >= page.budget)
    problems.push(
      `${page.path} loads more script than its budget. Run with --parts to list the largest modules.`,
    )
}

checkStorefront()
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function findChunk(root: string, path: string): string {
  for (const [name, { modules }] of chunks)
    if (
      Object.keys(modules).some(
        id => id.endsWith(`/${root}`) || id.split('?')[0]?.endsWith(`/${root}`),
      )
    )
      return name
  throw new Error(
    `${root}, which ${path} loads, is not in the build. Update the roots of the page.`,
  )
}

/** Adds a chunk and all chunks that it imports statically to `visited`. */
function collectImports(name: string, visited: Set<string>) {
  if (visited.has(name)) return
  visited.add(name)
  for (const imported of chunks.get(name)?.imports ?? []) collectImports(imported, visited)
}

/** Checks the style sheets and the script that a page of a store loads. */
function checkStorefront() {
  const folder = 'dist/storefront/client'
  const manifest = readJson<Record<string, { file: string; imports?: string[] }>>(
    join(folder, '.vite/manifest.json'),
  )
  const getSize = (source: string) => {
    const file = manifest[source]?.file
    if (!file) throw new Error(`${source} is not in the build of the storefront.`)
    return getCompressedSize(join(folder, file), 'br')
  }
  const themeNames = readdirSync('storefront/theme', { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? [entry.name] : [],
  )
  // A second file starts after the first has arrived.
  if (manifest['storefront/element/elements.ts']?.imports?.length)
    problems.push('The script of the storefront imports another file on every page.')
  const checks = [
    { name: 'script', size: getSize('storefront/element/elements.ts'), budget: 15_000 },
    ...themeNames.map(name => ({
      name: `styles of ${name}`,
      size: getSize(`storefront/theme/${name}/${name}.css`),
      budget: 20_000,
    })),
  ]
  for (const { name, size, budget } of checks) {
    console.log(
      `storefront, ${name}: ${formatKilobytes(size)} of ${formatKilobytes(budget)} kB brotli`,
    )
    if (size > budget) problems.push(`The storefront loads more than its budget: ${name}.`)
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Returns the size of a file as the server sends it. The build does not compress tiny files. */
function getCompressedSize(path: string, extension: 'br' | 'gz'): number {
  const compressed = `${path}.${extension}`
  return statSync(existsSync(compressed) ? compressed : path).size
}

function measureChunk(name: string) {
  const path = join('dist/web', name)
  return {
    name,
    brotli: getCompressedSize(path, 'br'),
    gzip: getCompressedSize(path, 'gz'),
  }
}

function listParts(parts: readonly { name: string; brotli: number }[], files: Set<string>) {
  const largest = (rows: (readonly [string, number])[], count: number) =>
    rows.toSorted(([, a], [, b]) => b - a).slice(0, count)
  const modules = [...files].flatMap(name =>
    Object.entries(chunks.get(name)?.modules ?? {}).map(
      ([id, bytes]) => [id.split('/node_modules/').at(-1) ?? id, bytes] as const,
    ),
  )
  for (const [name, size] of largest(
    parts.map(({ name, brotli }) => [name, brotli] as const),
    25,
  ))
    console.log(`  ${formatKilobytes(size).padStart(6)}  ${name}`)
  console.log('  largest modules, before minification:')
  for (const [name, size] of largest(modules, 40))
    console.log(`  ${formatKilobytes(size).padStart(6)}  ${name.replace(`${process.cwd()}/`, '')}`)
}

function formatKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
