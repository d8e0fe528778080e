import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from '@swc/core'
import { listSourceFiles } from './list-source-files.ts'

const maxLines = 900
const maxFolders = 3
const mayExceedLength = (path: string) =>
  /^server\/(db\/migrations|seed)\/|^web\/locales\/|\.svg$/.test(path)
// Where casts are allowed, with the reason beside them: the wiring, and tests.
const canContainCasts = (path: string) => /(^|\/)lib\/|\.test\.tsx?$/.test(path)
const vagueNames = /^(index|utils?|helpers?|common|misc)\.[a-z]+$/
// Language files are one a feature in every language; a name in lib is the same subject's end on each side (api, session).
const canRepeatName = (path: string) => /^web\/(locales|public)\/|^[a-z]+\/lib\//.test(path)

const casts = new Map([
  ['TsAsExpression', 'as'],
  ['TsTypeAssertion', '<type>'],
  ['TsNonNullExpression', '!'],
])

const problems: string[] = []
const files = listSourceFiles()
const firstPathByName = new Map<string, string>()

for (const path of files) {
  const name = basename(path)
  const otherPath = firstPathByName.get(name)
  if (otherPath && !canRepeatName(path))
    problems.push(`${path}: the name ${name} is taken by ${otherPath}; a file name exists once`)
  else if (!canRepeatName(path)) firstPathByName.set(name, path)
  if (vagueNames.test(name)) problems.push(`${path}: this name says nothing about what is inside`)
  if (path.split('/').length - 1 > maxFolders)
    problems.push(`${path}: lies deeper than ${maxFolders} folders`)
  if (!/\.(ts|tsx|css|sql|md)$/.test(name)) continue
  checkText(path, readFileSync(path, 'utf8'))
}

function checkText(path: string, text: string) {
  const lines = text.split('\n')
  if (lines.length > maxLines + 1 && !mayExceedLength(path))
    problems.push(`${path}: ${lines.length - 1} lines; ${maxLines} are the limit`)
  for (const [index, line] of lines.entries()) {
    const todo = /(?:\/\/|\/\*|--|#).*\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/.exec(line)
    if (todo && path !== 'scripts/check-shape.ts')
      problems.push(
        `${path}:${index + 1}: write ${todo[1]} with the number of its issue, as TODO(#12)`,
      )
  }
  if (/\.tsx?$/.test(path) && !canContainCasts(path)) checkCasts(path, text)
}

function checkCasts(path: string, text: string) {
  const bytes = Buffer.from(text)
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' })
  // swc counts bytes on from one file to the next; the first token of this file sets the zero.
  const startOffset = tree.span.start - firstTokenOffset(text)
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && typeof node.type === 'string' && 'span' in node) {
      const cast = casts.get(node.type)
      if (cast)
        problems.push(
          `${path}:${getLineNumber(bytes, node.span, startOffset)}: a cast (${cast}) outside lib/`,
        )
    }
    Object.values(node).forEach(visit)
  }
  visit(tree.body)
}

function firstTokenOffset(text: string): number {
  return Buffer.byteLength(/^(\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '')
}

function getLineNumber(bytes: Buffer, span: unknown, startOffset: number): number {
  if (
    typeof span !== 'object' ||
    span === null ||
    !('start' in span) ||
    typeof span.start !== 'number'
  )
    return 0
  return bytes
    .subarray(0, span.start - startOffset)
    .toString()
    .split('\n').length
}

for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} faults`)
if (problems.length > 0) process.exit(1)
