import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from '@swc/core'
import { sourceFiles } from './source-files.ts'

const maxLines = 800
const maxFolders = 3
const isLong = (path: string) =>
  /^server\/(db\/migrations|seed)\/|^web\/locales\/|\.svg$/.test(path)
// Where casts are allowed, with the reason beside them: the wiring, and tests.
const mayCast = (path: string) => /(^|\/)lib\/|\.test\.tsx?$/.test(path)
const vagueNames = /^(index|utils?|helpers?|common|misc)\.[a-z]+$/
// Language files are one a feature in every language; a name in lib is the same subject's end on each side (api, session).
const mayRepeat = (path: string) => /^web\/(locales|public)\/|^[a-z]+\/lib\//.test(path)

const casts = new Map([
  ['TsAsExpression', 'as'],
  ['TsTypeAssertion', '<type>'],
  ['TsNonNullExpression', '!'],
])

const faults: string[] = []
const files = sourceFiles()
const firstOf = new Map<string, string>()

for (const path of files) {
  const name = basename(path)
  const twin = firstOf.get(name)
  if (twin && !mayRepeat(path))
    faults.push(`${path}: the name ${name} is taken by ${twin}; a file name exists once`)
  else if (!mayRepeat(path)) firstOf.set(name, path)
  if (vagueNames.test(name)) faults.push(`${path}: this name says nothing about what is inside`)
  if (path.split('/').length - 1 > maxFolders)
    faults.push(`${path}: lies deeper than ${maxFolders} folders`)
  if (!/\.(ts|tsx|css|sql|md)$/.test(name)) continue
  checkText(path, readFileSync(path, 'utf8'))
}

function checkText(path: string, text: string) {
  const lines = text.split('\n')
  if (lines.length > maxLines + 1 && !isLong(path))
    faults.push(`${path}: ${lines.length - 1} lines; ${maxLines} are the limit`)
  for (const [index, line] of lines.entries()) {
    const open = /(?:\/\/|\/\*|--|#).*\b(TODO|FIXME|XXX)\b(?!\(#\d+\))/.exec(line)
    if (open && path !== 'scripts/check-shape.ts')
      faults.push(
        `${path}:${index + 1}: write ${open[1]} with the number of its issue, as TODO(#12)`,
      )
  }
  if (/\.tsx?$/.test(path) && !mayCast(path)) checkCasts(path, text)
}

function checkCasts(path: string, text: string) {
  const bytes = Buffer.from(text)
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' })
  // swc counts bytes on from one file to the next; the first token of this file sets the zero.
  const zero = tree.span.start - firstByte(text)
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && typeof node.type === 'string' && 'span' in node) {
      const cast = casts.get(node.type)
      if (cast)
        faults.push(`${path}:${lineOf(bytes, node.span, zero)}: a cast (${cast}) outside lib/`)
    }
    Object.values(node).forEach(visit)
  }
  visit(tree.body)
}

function firstByte(text: string): number {
  return Buffer.byteLength(/^(\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(text)?.[0] ?? '')
}

function lineOf(bytes: Buffer, span: unknown, zero: number): number {
  if (
    typeof span !== 'object' ||
    span === null ||
    !('start' in span) ||
    typeof span.start !== 'number'
  )
    return 0
  return bytes
    .subarray(0, span.start - zero)
    .toString()
    .split('\n').length
}

for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} faults`)
if (faults.length > 0) process.exit(1)
