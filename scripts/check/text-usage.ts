import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { findBackOfficeKeys } from './back-office-keys.ts'
import {
  backOfficeTexts,
  flatten,
  listPlaceholders,
  listTextFolders,
  loadEnglish,
  sharedTexts,
  stripPluralSuffix,
} from './language-problems.ts'
import { listSourceFiles } from './list-source-files.ts'

/** A call such as `t('cart.full', { count })`. */
type TextCall = { path: string; keys: KeyPattern[]; values: string[] | undefined }
/** The constant parts of a key. Between two of them is a value that is known at run time. */
type KeyPattern = string[]

/** Returns the calls of `t` in the sources of a folder of texts. */
function listTextCalls(folder: string): TextCall[] {
  const [root = ''] = folder.split('/')
  return listSourceFiles([root])
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(path => {
      const text = readFileSync(path, 'utf8')
      if (!/\bt\(/.test(text)) return []
      const tree = parseSync(text, {
        syntax: 'typescript',
        tsx: path.endsWith('x'),
        target: 'es2024',
      })
      return [...visitCalls(tree.body)].map(call => ({ path, ...call }))
    })
}

function* visitCalls(node: unknown): Generator<Omit<TextCall, 'path'>> {
  if (typeof node !== 'object' || node === null) return
  if (isCall(node) && node.callee.type === 'Identifier' && node.callee.value === 't') {
    const [key, values] = node.arguments
    if (key) yield { keys: readKeys(key.expression), values: readNames(values?.expression) }
  }
  for (const child of Object.values(node)) yield* visitCalls(child)
}

const isCall = (node: object): node is CallNode => 'type' in node && node.type === 'CallExpression'

/** A call as swc parses it. A walk over all nodes of the tree is untyped. */
type CallNode = { callee: AnyNode; arguments: { expression: AnyNode }[] }
type AnyNode = {
  type: string
  value?: string
  quasis?: { cooked: string }[]
  expressions?: AnyNode[]
  expression?: AnyNode
  consequent?: AnyNode
  alternate?: AnyNode
  properties?: { type: string; key?: { value?: string }; value?: string }[]
}

/** Returns the keys that an expression can be. */
function readKeys({ type, value, quasis = [], expressions = [], ...node }: AnyNode): KeyPattern[] {
  if (type === 'StringLiteral') return [[value ?? '']]
  if (type === 'ParenthesisExpression' && node.expression) return readKeys(node.expression)
  if (type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(each => (each ? readKeys(each) : []))
  if (type !== 'TemplateLiteral') return []
  return quasis.slice(1).reduce<KeyPattern[]>(
    (patterns, { cooked }, index) => {
      const constants = expressions[index] ? readKeys(expressions[index]) : []
      return patterns.flatMap(pattern => joinPatterns(pattern, constants, cooked))
    },
    [[quasis[0]?.cooked ?? '']],
  )
}

function joinPatterns(pattern: KeyPattern, constants: KeyPattern[], end: string): KeyPattern[] {
  const last = pattern.at(-1) ?? ''
  const start = pattern.slice(0, -1)
  if (constants.length === 0) return [[...pattern, end]]
  return constants.map(constant => [...start, `${last}${constant.join('')}${end}`])
}

/** Returns the names of the values, or undefined if the call does not list them. */
function readNames(node: AnyNode | undefined): string[] | undefined {
  if (!node) return []
  if (node.type !== 'ObjectExpression') return undefined
  const names = (node.properties ?? []).map(({ type, key, value }) => {
    if (type === 'Identifier') return value
    return type === 'KeyValueProperty' ? key?.value : undefined
  })
  return names.every(name => name !== undefined) ? names : undefined
}

/** Returns the placeholders of the texts of a folder by key. Texts with plural forms need `count`. */
function listPlaceholdersByKey(folder: string): Map<string, Set<string>> {
  const placeholders = new Map<string, Set<string>>()
  for (const [path, text] of flatten(loadEnglish(folder))) {
    const withoutForm = stripPluralSuffix(path)
    const key = withoutForm.replaceAll('\t', '.')
    const names = [...listPlaceholders(text), ...(withoutForm === path ? [] : ['count'])]
    placeholders.set(key, new Set([...(placeholders.get(key) ?? []), ...names]))
  }
  return placeholders
}

/** These emails are read as a whole, by their kind, so the compiler knows them all. */
const templates = ['orderTemplates.', 'automationTemplates.']

/** Returns the keys of a folder that no source uses. */
export function findUnusedKeys(folder: string): string[] {
  const keys = [...listPlaceholdersByKey(folder).keys()].filter(
    key => !templates.some(prefix => key.startsWith(prefix)),
  )
  const usages = folder === sharedTexts ? listTextFolders() : [folder]
  // The back office also has keys in lists, such as its routes and menus.
  const tests = usages.map(each =>
    each === backOfficeTexts ? findBackOfficeKeys() : findCalledKeys(each),
  )
  return keys.filter(key => !tests.some(isUsed => isUsed(key)))
}

function findCalledKeys(folder: string): (key: string) => boolean {
  const patterns = listTextCalls(folder)
    .flatMap(({ keys }) => keys)
    .filter(pattern => pattern.some(part => part !== ''))
    .map(
      pattern =>
        new RegExp(`^${pattern.map(part => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`),
    )
  return key => patterns.some(pattern => pattern.test(key))
}

/** Returns the calls whose values differ from the placeholders of their texts. */
export const findWrongValues = (): string[] =>
  listTextFolders().flatMap(folder => {
    const placeholders = new Map([
      ...listPlaceholdersByKey(sharedTexts),
      ...listPlaceholdersByKey(folder),
    ])
    return listTextCalls(folder).flatMap(({ path, keys, values }) => {
      const texts = keys.map(([key = '', ...rest]) =>
        rest.length === 0 ? placeholders.get(key) : undefined,
      )
      const required = texts.filter(names => names !== undefined)
      if (!values || required.length === 0 || required.length < texts.length) return []
      const missing = required.flatMap(names => [...names].filter(name => !values.includes(name)))
      const unknown = values.filter(name => !required.some(names => names.has(name)))
      return [
        ...missing.map(name => `${path}: ${keys.join(', ')} lacks the value {{${name}}}`),
        ...unknown.map(name => `${path}: ${keys.join(', ')} has no placeholder {{${name}}}`),
      ]
    })
  })
