import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listSourceFiles } from '../scripts/check/list-source-files.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/decisions')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const files = readdirSync(folder).filter(name => name !== 'README.md')
const records = files.filter(name => /^\d{4}-[a-z0-9-]+\.md$/.test(name))
/** Pages with a decision in each row of their tables. */
const pages = files.filter(name => !records.includes(name))
const index = read('README.md')

const getNumber = (record: string) => record.slice(0, 4)
const listRows = (page: string) =>
  read(page)
    .split('\n')
    .filter(line => /^\| \d/.test(line))
const pageNumbers = pages.flatMap(page => [...new Set(listRows(page).map(row => row.slice(2, 6)))])
const replacedNumbers = [...index.matchAll(/^- (\d{4}), /gm)].map(match => match[1] ?? '')
const numbers = [...records.map(getNumber), ...pageNumbers, ...replacedNumbers]

test('decision records have their sections and fit on half a page', () => {
  for (const record of records) {
    const text = read(record)
    expect(text, record).toMatch(new RegExp(`^# ${Number(getNumber(record))}\\. .+\n\n`))
    expect(text, record).toMatch(/^\d{4}-\d{2}-\d{2} · accepted/m)
    for (const section of ['Context', 'Decision', 'Cost', 'Revisit when'])
      expect(text, record).toContain(`**${section}.**`)
    expect(text.split('\n').length, record).toBeLessThanOrEqual(30)
  }
})

test('the index has the line of each decision record once', () => {
  const lines = index.split('\n').filter(line => line.startsWith('- [0'))
  const titles = records.map(record => read(record).match(/^# \d+\. (.+)/)?.[1])
  const expected = records.map((name, i) => `- [${getNumber(name)}](${name}) ${titles[i]}`)
  expect(lines.toSorted()).toEqual(expected.toSorted())
  for (const page of pages) expect(index).toContain(`](${page})`)
})

test('each decision has a number of its own', () => {
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([])
})

test('each decision in a table has a cost and a time to revisit it', () => {
  for (const page of pages) {
    const [decisions = ''] = read(page).split('\n## ')
    const rows = decisions.split('\n').filter(line => line.startsWith('|'))
    expect(rows[0], page).toMatch(/^\| No\. .*cost.* \| revisit when *\|$/)
    for (const row of rows)
      expect(row, page).toMatch(/^\| (No\.|-+|\d{4}) *\|( [^|\s][^|]* \|){4}$/)
  }
})

test('sources and documents refer to decisions that exist', () => {
  const sources = listSourceFiles().filter(path => /\.(tsx?|mjs|cjs|sql|css)$/.test(path))
  const documents = readdirSync(join(root, 'docs')).map(name => `docs/${name}`)
  const paths = [...sources, ...documents.filter(path => path.endsWith('.md'))]
  const references = paths.flatMap(path =>
    [
      ...readFileSync(join(root, path), 'utf8').matchAll(
        /\bdecisions? (\d+)|docs\/decisions\/([\w-]+\.md)/g,
      ),
    ].map(([, number, file]) => ({ path: basename(path), number, file })),
  )
  expect(
    references.filter(({ number, file }) =>
      file ? !files.includes(file) : !numbers.includes(number ?? ''),
    ),
  ).toEqual([])
})
