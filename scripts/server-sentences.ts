import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { OrderStatus } from '../contract/order.ts'
import { sourceFiles } from './source-files.ts'

// What the server may say to people, collected from its source: every piece of text there that reads like a sentence, and every
// code. So a refusal written tomorrow is missed by the test of the languages, and nobody has to remember a list.

/** Files whose texts are for programs, developers, files or mails. */
const aside =
  /\.test\.ts$|testing\.ts$|^server\/(db|seed|config|start|openapi|health|production)|^server\/lib\/(mail|job|testing|conformance|http\/metrics)|^server\/account\/account-(mail|notice)|^server\/staff\/staff-mail|^server\/cms\/cms-defaults|-(export|sample|order-columns)\.ts$/
/** Here single words are shown too: names of themes, of their settings and choices. */
const labels = /^server\/theme\/theme-catalogue/
/** Read like sentences and are none, or are said to programs alone, which read them in English. */
const others = [
  /serif$/,
  /^Bearer /,
  /^\{\{1\}\}event/,
  /^\{\{1\}\} does not exist$/,
  /^(Default Title|Image Src|Storewright picture import|Option \{\{1\}\})$/,
  /POST \/api/,
  /idempotency key/,
  /^(Send|Name) (this request|files|rows|either)/,
  /^Say how many rows/,
  /^Restricted user$/,
  /^Samsung Internet$/,
  /^Bytes as /,
  /with words of another store$/,
  /cursor/,
  /^This key was used/,
  /starting with one slash/,
]

/** Codes of the shapes themselves, which the contract's checks give. */
const ofShapes = {
  invalid_type: 'This field is required',
  too_small: 'At least {{1}}',
  too_big: 'At most {{1}}',
  invalid_format: 'Not a valid id',
  invalid_value: 'Must be one of {{1}}',
  invalid_union: 'This value cannot be accepted',
  not_multiple_of: 'Must be a multiple of {{1}}',
  unrecognized_keys: 'This value cannot be accepted',
  custom: 'This value cannot be accepted',
}

/** Words that the server puts into its sentences. */
const ownWords = ['products', 'orders', 'string', 'number', 'boolean', 'array', 'object']

type Node = { type?: string; value?: unknown; [key: string]: unknown }
/** Each code with the first sentence that stands beside it. */
type Found = { sentences: Set<string>; codes: Map<string, string> }
export type ServerWords = {
  sentence: Record<string, string>
  code: Record<string, string>
  word: Record<string, string>
}

/** By what the server writes, with the English of it. */
export function serverWords(): ServerWords {
  const found: Found = { sentences: new Set(), codes: new Map(Object.entries(ofShapes)) }
  for (const path of sourceFiles(['contract', 'server'])) {
    if (path.endsWith('.sql'))
      for (const [, code = ''] of readFileSync(path, 'utf8').matchAll(
        /\b[a-z_]+?__[a-z_]+?__([a-z_]+)\b/g,
      ))
        note(code, undefined, found.codes)
    if (!path.endsWith('.ts') || aside.test(path)) continue
    walk(
      parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', target: 'es2022' }),
      found,
      labels.test(path) ? /^[A-Z]/ : /^(\{\{1\}\}|[A-Z])\S* \S/,
    )
  }
  const sentences = [...found.sentences].filter(
    text =>
      !others.some(other => other.test(text)) && !found.sentences.has(`${text} does not exist`),
  )
  return {
    sentence: asItself(sentences),
    code: Object.fromEntries(
      [...found.codes]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, sentence]) => [code, sentence || code.replaceAll('_', ' ')]),
    ),
    word: asItself([
      ...OrderStatus.options.map(status => status.replaceAll('_', ' ')),
      ...takenFields(),
      ...ownWords,
    ]),
  }
}

const asItself = (texts: readonly string[]) =>
  Object.fromEntries([...new Set(texts)].toSorted().map(text => [text, text]))

/** The fields of which a constraint says `This … is already in use`. */
const takenFields = () => [
  ...new Set(
    sourceFiles(['server/db/migrations']).flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/\b[a-z_]+?__([a-z_]+?)__taken\b/g)].map(
        ([, field = '']) => field.replace('_', ' '),
      ),
    ),
  ),
]

function walk(node: unknown, found: Found, sentence: RegExp): void {
  if (Array.isArray(node)) for (const one of node) walk(one, found, sentence)
  if (!isNode(node) || isForNobody(node)) return
  const text = textOf(node)
  if (text !== undefined && sentence.test(text) && /[a-z]{2}/.test(text)) found.sentences.add(text)
  noteCode(node, found)
  for (const [key, child] of Object.entries(node)) if (key !== 'span') walk(child, found, sentence)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const named = (node: unknown) => (isNode(node) ? String(node.value) : '')
const literal = (node: unknown) =>
  isNode(node) && node.type === 'StringLiteral' ? String(node.value) : undefined

/** SQL, summaries for the API page, and faults that stop the process. */
const isForNobody = (node: Node) =>
  node.type === 'TaggedTemplateExpression' ||
  node.type === 'ImportDeclaration' ||
  (node.type === 'KeyValueProperty' && named(node['key']) === 'summary') ||
  (node.type === 'NewExpression' && /^(Error|StartProblem|TypeError)$/.test(named(node['callee'])))

/** Values in a sentence become `{{1}}`, `{{2}}` in their order. */
function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value)
  if (
    node.type !== 'TemplateLiteral' ||
    !Array.isArray(node['quasis']) ||
    !Array.isArray(node['expressions'])
  )
    return undefined
  const last = node['expressions'].length
  return node['quasis']
    .map(
      (part, at) =>
        `${isNode(part) ? String(part['cooked']) : ''}${at < last ? `{{${at + 1}}}` : ''}`,
    )
    .join('')
}

/** Where a call has its code, by the name of what is called. */
const placeOfCode: Record<string, number> = { Problem: 1, refuseField: 1, say: 1, refuse: 0 }

/** `code: '…'`, and the code of `new Problem(status, code, …)` and its shorthands; `found(row, 'This order')` ends in a sentence. */
function noteCode(node: Node, { codes, sentences }: Found) {
  if (node.type === 'KeyValueProperty' && named(node['key']) === 'code')
    note(literal(node['value']), undefined, codes)
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
  const given = Array.isArray(node['arguments'])
    ? node['arguments'].map(one => (isNode(one) ? literal(one['expression']) : undefined))
    : []
  const name = named(node['callee'])
  const place = placeOfCode[name]
  if (place !== undefined) note(given[place], given[place + 1], codes)
  if (name === 'found' && given[1]) sentences.add(`${given[1]} does not exist`)
}

function note(code: string | undefined, sentence: string | undefined, codes: Found['codes']) {
  if (!code || !/^[a-z][a-z_]+$/.test(code) || code === 'error' || code === 'warn') return
  codes.set(code, codes.get(code) || (sentence ?? ''))
}
