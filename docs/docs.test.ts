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
  'web/ui/README.md',
  ...decisions,
]
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)
/** Made while running, so not in a fresh clone. */
const made = ['data/', 'dist/', 'screenshots/', 'deploy/.env', 'deploy/secrets/']

describe.each(documents)('%s', document => {
  const text = readFileSync(join(root, document), 'utf8')

  test('names only paths that exist', () => {
    const inline = [
      ...text.matchAll(/`([\w.@-]+\/[\w./@-]*|[\w-]+\.(?:md|ts|tsx|mjs|json|sql|cjs))`/g),
    ].map(match => match[1] ?? '')
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(match => match[1] ?? '')
    const isThere = (path: string) =>
      existsSync(join(root, path)) || existsSync(join(root, document, '..', path))
    const paths = inline.filter(
      path =>
        /^(contract|server|web|e2e|bench|docs|scripts|deploy|storefront)\//.test(path) ||
        !path.includes('/'),
    )
    expect(
      [...paths, ...linked].filter(path => !made.some(m => path.startsWith(m)) && !isThere(path)),
    ).toEqual([])
  })

  test('names only commands that exist', () => {
    const named = [
      ...text.matchAll(/npm (?:run )?(start|test|dev|check|demo|bench|build|[a-z]+:[a-z]+)\b/g),
    ].map(match => match[1] ?? '')
    expect(named.filter(name => !scripts.includes(name))).toEqual([])
  })
})

test('decision records are numbered without gaps, dated, and say what would change them', () => {
  expect(decisions.map(path => Number(path.match(/(\d{4})-/)?.[1])).sort((a, b) => a - b)).toEqual(
    decisions.map((_, i) => i + 1),
  )
  for (const path of decisions) {
    const text = readFileSync(join(root, path), 'utf8')
    expect(text, path).toMatch(/^\d{4}-\d{2}-\d{2} · (accepted|replaced by \d+)/m)
    for (const part of ['Context', 'Decision', 'What it costs', 'What would change our mind'])
      expect(text, path).toContain(`**${part}.**`)
  }
})
