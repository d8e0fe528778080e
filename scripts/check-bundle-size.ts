import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

// What a page's cold visit loads of script, weighed as the server sends it; a page that grows past its budget fails.
// `roots`: the entry, and what it and the frame load by themselves on the way to that page.
const frameRoots = [
  'web/start.tsx',
  'web/app.tsx',
  'web/locales/en.json?first',
  'web/locales/en.json?rest',
  'web/shell/app-shell.tsx',
]
const pages = [
  {
    path: '/login',
    budget: 150_000,
    roots: [
      'web/start.tsx',
      'web/account/login/render-standalone-login.tsx',
      'web/locales/en.json?first',
    ],
  },
  {
    path: '/apps/product/list',
    budget: 300_000,
    roots: [...frameRoots, 'web/product/product-list-page.tsx'],
  },
]

const { output } = await build({ logLevel: 'error', build: { write: false } }).then(result =>
  'output' in result ? result : { output: [] },
)
const chunks = new Map(
  output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
)
const problems: string[] = []

for (const page of pages) {
  const files = new Set<string>()
  for (const root of page.roots) collectImports(findChunk(root, page.path), files)
  const parts = [...files].map(name => measureChunk(name))
  const totalSize = (encoding: 'brotli' | 'gzip') =>
    parts.reduce((total, part) => total + part[encoding], 0)
  console.log(
    `${page.path}: ${formatKilobytes(totalSize('brotli'))} of ${formatKilobytes(page.budget)} kB as sent (brotli), ${formatKilobytes(totalSize('gzip'))} as gzip, ${parts.length} files`,
  )
  if (process.argv.includes('--parts')) listParts(parts, files)
  if (totalSize('brotli') >= page.budget)
    problems.push(
      `${page.path} loads more script than its budget; --parts lists what it is made of`,
    )
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

function findChunk(root: string, path: string): string {
  for (const [name, { moduleIds }] of chunks)
    if (moduleIds.some(id => id.endsWith(`/${root}`) || id.split('?')[0]?.endsWith(`/${root}`)))
      return name
  throw new Error(`${root}, which ${path} loads, is gone: name here what took its place`)
}

/** A part and everything it imports before it can run. */
function collectImports(name: string, visited: Set<string>) {
  if (visited.has(name)) return
  visited.add(name)
  for (const imported of chunks.get(name)?.imports ?? []) collectImports(imported, visited)
}

function measureChunk(name: string) {
  const code = chunks.get(name)?.code ?? ''
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
  return {
    name,
    brotli: brotliCompressSync(code, quality).length,
    gzip: gzipSync(code, { level: 9 }).length,
  }
}

function listParts(parts: readonly { name: string; brotli: number }[], files: Set<string>) {
  const largest = (rows: (readonly [string, number])[], count: number) =>
    rows.toSorted(([, a], [, b]) => b - a).slice(0, count)
  const modules = [...files].flatMap(name =>
    Object.entries(chunks.get(name)?.modules ?? {}).map(
      ([id, { renderedLength }]) =>
        [id.split('/node_modules/').at(-1) ?? id, renderedLength] as const,
    ),
  )
  for (const [name, size] of largest(
    parts.map(({ name, brotli }) => [name, brotli] as const),
    25,
  ))
    console.log(`  ${formatKilobytes(size).padStart(6)}  ${name}`)
  console.log('  largest modules, before they are made small:')
  for (const [name, size] of largest(modules, 40))
    console.log(`  ${formatKilobytes(size).padStart(6)}  ${name.replace(`${process.cwd()}/`, '')}`)
}

function formatKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
