import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { OrderStatus } from '../contract/order-state.ts'
import { listSourceFiles } from './list-source-files.ts'

// What the server may say to people, collected from its source: every piece of text there that reads like a sentence, and every
// code. So a refusal written tomorrow is missed by the test of the languages, and nobody has to remember a list.

/** Files whose texts are for programs, developers, files or mails. */
const excludedFiles =
  /\.test\.ts$|testing\.ts$|^server\/(db|seed|config|start|openapi|health|production)|^server\/lib\/(mail|job|testing|conformance|http\/metrics)|^server\/account\/account-(mail|notification)|^server\/staff\/staff-mail|^server\/cms\/cms-defaults|-(export|sample|order-columns)\.ts$/
/** Here single words are shown too: names of themes, of their settings and choices. */
const labelFiles = /^server\/theme\/theme-catalog/
/** Read like sentences and are none, or are said to programs alone, which read them in English. */
const ignoredTexts = [
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
const schemaErrorCodes = {
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
const serverWordList = ['products', 'orders', 'string', 'number', 'boolean', 'array', 'object']

type SyntaxNode = { type?: string; value?: unknown; [key: string]: unknown }
/** Each code with the first sentence that stands beside it. */
type CollectedMessages = { sentences: Set<string>; codes: Map<string, string> }
export type ServerTexts = {
  sentence: Record<string, string>
  code: Record<string, string>
  word: Record<string, string>
}

/** By what the server writes, with the English of it. */
export function collectServerTexts(): ServerTexts {
  const collected: CollectedMessages = {
    sentences: new Set(),
    codes: new Map(Object.entries(schemaErrorCodes)),
  }
  for (const path of listSourceFiles(['contract', 'server'])) {
    if (path.endsWith('.sql'))
      for (const [, code = ''] of readFileSync(path, 'utf8').matchAll(
        /\b[a-z_]+?__[a-z_]+?__([a-z_]+)\b/g,
      ))
        addCode(code, undefined, collected.codes)
    if (!path.endsWith('.ts') || excludedFiles.test(path)) continue
    collectFrom(
      parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', target: 'es2022' }),
      collected,
      labelFiles.test(path) ? /^[A-Z]/ : /^(\{\{1\}\}|[A-Z])\S* \S/,
    )
  }
  const sentences = [...collected.sentences].filter(
    text =>
      !ignoredTexts.some(ignored => ignored.test(text)) &&
      !collected.sentences.has(`${text} does not exist`),
  )
  return {
    sentence: toIdentityMap(sentences),
    code: Object.fromEntries(
      [...collected.codes]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, sentence]) => [code, sentence || code.replaceAll('_', ' ')]),
    ),
    word: toIdentityMap([
      ...OrderStatus.options.map(status => status.replaceAll('_', ' ')),
      ...listUniqueFields(),
      ...serverWordList,
    ]),
  }
}

const toIdentityMap = (texts: readonly string[]) =>
  Object.fromEntries([...new Set(texts)].toSorted().map(text => [text, text]))

/** The fields of which a constraint says `This … is already in use`. */
const listUniqueFields = () => [
  ...new Set(
    listSourceFiles(['server/db/migrations']).flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/\b[a-z_]+?__([a-z_]+?)__taken\b/g)].map(
        ([, field = '']) => field.replace('_', ' '),
      ),
    ),
  ),
]

function collectFrom(node: unknown, collected: CollectedMessages, sentencePattern: RegExp): void {
  if (Array.isArray(node))
    for (const element of node) collectFrom(element, collected, sentencePattern)
  if (!isNode(node) || isInternalText(node)) return
  const text = getText(node)
  if (text !== undefined && sentencePattern.test(text) && /[a-z]{2}/.test(text))
    collected.sentences.add(text)
  collectCode(node, collected)
  for (const [key, child] of Object.entries(node))
    if (key !== 'span') collectFrom(child, collected, sentencePattern)
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const getName = (node: unknown) => (isNode(node) ? String(node.value) : '')
const getStringLiteral = (node: unknown) =>
  isNode(node) && node.type === 'StringLiteral' ? String(node.value) : undefined

/** SQL, summaries for the API page, and faults that stop the process. */
const isInternalText = (node: SyntaxNode) =>
  node.type === 'TaggedTemplateExpression' ||
  node.type === 'ImportDeclaration' ||
  (node.type === 'KeyValueProperty' && getName(node['key']) === 'summary') ||
  (node.type === 'NewExpression' &&
    /^(Error|StartProblem|TypeError)$/.test(getName(node['callee'])))

/** Values in a sentence become `{{1}}`, `{{2}}` in their order. */
function getText(node: SyntaxNode): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value)
  if (
    node.type !== 'TemplateLiteral' ||
    !Array.isArray(node['quasis']) ||
    !Array.isArray(node['expressions'])
  )
    return undefined
  const expressionCount = node['expressions'].length
  return node['quasis']
    .map(
      (part, index) =>
        `${isNode(part) ? String(part['cooked']) : ''}${index < expressionCount ? `{{${index + 1}}}` : ''}`,
    )
    .join('')
}

/** Where a call has its code, by the name of what is called. */
const codeArgumentIndex: Record<string, number> = { Problem: 1, refuseField: 1, say: 1, refuse: 0 }

/** `code: '…'`, and the code of `new Problem(status, code, …)` and its shorthands; `found(row, 'This order')` ends in a sentence. */
function collectCode(node: SyntaxNode, { codes, sentences }: CollectedMessages) {
  if (node.type === 'KeyValueProperty' && getName(node['key']) === 'code')
    addCode(getStringLiteral(node['value']), undefined, codes)
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return
  const literalArguments = Array.isArray(node['arguments'])
    ? node['arguments'].map(element =>
        isNode(element) ? getStringLiteral(element['expression']) : undefined,
      )
    : []
  const name = getName(node['callee'])
  const argumentIndex = codeArgumentIndex[name]
  if (argumentIndex !== undefined)
    addCode(literalArguments[argumentIndex], literalArguments[argumentIndex + 1], codes)
  if (name === 'found' && literalArguments[1])
    sentences.add(`${literalArguments[1]} does not exist`)
}

function addCode(
  code: string | undefined,
  sentence: string | undefined,
  codes: CollectedMessages['codes'],
) {
  if (!code || !/^[a-z][a-z_]+$/.test(code) || code === 'error' || code === 'warn') return
  codes.set(code, codes.get(code) || (sentence ?? ''))
}
