import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const decisions = readdirSync(join(root, 'docs/decisions')).map(name => `docs/decisions/${name}`)
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'GLOSSARY.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs/api-clients.md',
  'docs/backup.md',
  'docs/bench.md',
  'docs/configuration.md',
  'docs/limits.md',
  'docs/operations.md',
  'web/ui/README.md',
  ...decisions,
]
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
/** Paths that a fresh clone does not contain. */
const generatedPaths = ['data/', 'dist/', 'screenshots/', 'deploy/.env', 'deploy/secrets/']

describe.each(documents)('%s', document => {
  const text = readFileSync(join(root, document), 'utf8')

  test('names only paths that exist', () => {
    const inline = [
      ...text.matchAll(/`([\w.@-]+\/[\w./@-]*|[\w-]+\.(?:md|ts|tsx|mjs|json|sql|cjs))`/g),
    ].map(match => match[1] ?? '')
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(match => match[1] ?? '')
    const pathExists = (path: string) =>
      existsSync(join(root, path)) || existsSync(join(root, document, '..', path))
    const paths = inline.filter(
      path =>
        /^(contract|server|web|e2e|bench|docs|scripts|deploy|storefront)\//.test(path) ||
        !path.includes('/'),
    )
    expect(
      [...paths, ...linked].filter(
        path => !generatedPaths.some(prefix => path.startsWith(prefix)) && !pathExists(path),
      ),
    ).toEqual([])
  })

  test('names only commands that exist', () => {
    const commands = [
      ...text.matchAll(/npm (?:run )?(start|test|dev|check|demo|bench|build|[a-z]+:[a-z]+)\b/g),
    ].map(match => match[1] ?? '')
    expect(commands.filter(name => !scripts.includes(name))).toEqual([])
  })
})

test('decision records are numbered without gaps and fit on half a page', () => {
  const numbers = decisions.map(path => Number(path.match(/(\d{4})-/)?.[1]))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(decisions.map((_, index) => index + 1))
  for (const path of decisions) {
    const text = readFileSync(join(root, path), 'utf8')
    expect(text, path).toMatch(/^\d{4}-\d{2}-\d{2} · (accepted|replaced by \d+)/m)
    for (const section of ['Context', 'Decision', 'Cost', 'Revisit when'])
      expect(text, path).toContain(`**${section}.**`)
    expect(text.split('\n').length, path).toBeLessThanOrEqual(30)
  }
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
