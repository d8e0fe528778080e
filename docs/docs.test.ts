import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listSourceFiles, sourceFolders } from '../scripts/check/list-source-files.ts'

const root = join(import.meta.dirname, '..')
const listMarkdown = (folder: string) =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))
const sourceFiles = listSourceFiles(
  [...sourceFolders, 'deploy', '.ci'].map(folder => join(root, folder)),
).map(path => relative(root, path))
const documents = [
  ...['', 'docs', 'docs/decisions'].flatMap(listMarkdown),
  ...sourceFiles.filter(path => path.endsWith('.md')),
]
const fileNames = new Set([...sourceFiles.map(path => basename(path)), ...readdirSync(root)])
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
/** Paths that a fresh clone does not contain. */
const generatedPaths = ['data/', 'dist/', 'screenshots/', 'deploy/.env', 'deploy/secrets/']
const sourceRoots = /^(contract|server|web|storefront|e2e|bench|faults|docs|scripts|deploy|\.ci)\//

/** Returns all words of the sources, such as `createOrder` and `new_id`. */
const readNames = () => {
  const texts = [...sourceFiles, ...readdirSync(root)]
    .filter(path => /\.(tsx?|mjs|cjs|js|sql|css|html|yaml|json)$/.test(path))
    .map(path => readFileSync(join(root, path), 'utf8'))
  return new Set(texts.flatMap(text => text.match(/\b\w+\b/g) ?? []))
}
const sourceNames = readNames()
/** Names of other systems, and of parts of libraries that we do not use. */
const foreignNames = new Set([
  'auth_query',
  'DateInput',
  'domainToUnicode',
  'enable_ipv6',
  'hot_standby_feedback',
  'max_prepared_statements',
  'MemoryMax',
  'pg_trgm',
  'relax_quotes',
  'remote_apply',
  'superuser_reserved_connections',
  'TasksMax',
  'WalSync',
])

/** Returns the paths of `{a,b}-errors.ts`, otherwise the path itself. */
const expandBraces = (path: string): string[] => {
  const [, before = '', choices, after = ''] = path.match(/^(.*)\{(.+)\}(.*)$/) ?? []
  return choices ? choices.split(',').map(choice => `${before}${choice}${after}`) : [path]
}

describe.each(documents)('%s', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? '')

  test('names only paths that exist', () => {
    const exists = (path: string) =>
      existsSync(join(root, path)) || existsSync(join(root, document, '..', path))
    const paths = code
      .filter(path => sourceRoots.test(path) && /^[\w./@{},-]+$/.test(path))
      .flatMap(expandBraces)
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(match => match[1] ?? '')
    const missingPaths = [...paths, ...links].filter(
      path => !generatedPaths.some(prefix => path.startsWith(prefix)) && !exists(path),
    )
    const names = code.filter(name => /^[\w-]+(\.[\w-]+)*\.(md|tsx?|[mc]?js|json|sql)$/.test(name))
    expect([...missingPaths, ...names.filter(name => !fileNames.has(name))]).toEqual([])
  })

  test('names only functions, types, columns and settings that exist', () => {
    const blocks = [...text.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(match => match[1] ?? '')
    const names = [...code, ...blocks].flatMap(part => part.match(/\b[A-Za-z]\w*/g) ?? [])
    // A name of one word could be any word. A setting can be in a file whose path has the suffix.
    const ownNames = names
      .filter(name => /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(name) && !foreignNames.has(name))
      .map(name => name.replace(/_FILE$/, ''))
    expect(ownNames.filter(name => !sourceNames.has(name))).toEqual([])
  })

  test('names only commands that exist', () => {
    const commands = [
      ...text.matchAll(/npm (?:run )?(start|test|dev|check|demo|bench|build|[a-z]+:[a-z]+)\b/g),
    ].map(match => match[1] ?? '')
    expect(commands.filter(name => !scripts.includes(name))).toEqual([])
  })
})

test('the README has at most 60 lines', () => {
  expect(
    readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length,
  ).toBeLessThanOrEqual(60)
})

test('each container has limits of memory and processes', () => {
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  const [hardened = '', services = ''] = compose.split(/^(?:services|networks):$/m)
  expect(hardened).toMatch(/^ {2}pids_limit: \d+$/m)
  const containers = services.split(/^ {2}(?=\w+:$)/m).slice(1)
  expect(containers).toHaveLength(3)
  for (const container of containers) {
    expect(container).toContain('<<: *hardened')
    expect(container).toMatch(/^ {4}mem_limit: \d+[mg]$/m)
  }
})
