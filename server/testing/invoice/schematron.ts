import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { evaluateXPathToBoolean, evaluateXPathToNodes, parseScript } from 'fontoxpath'
import { Document, type Element, type Node, parseXmlDocument } from 'slimdom'

type Check = { id: string; isFatal: boolean; test: string; isReport: boolean }
type Rule = { contexts: string[]; checks: Check[] }
/** An ISO Schematron file whose queries are XPath. */
export type Schematron = {
  namespaces: Record<string, string>
  patterns: Rule[][]
  /** The ids of checks that call functions of XSLT, or compute with integers above 2^53. */
  unsupported: Set<string>
}

const listChildren = (parent: Element, name: string) =>
  parent.children.filter(child => child.localName === name)
const getAttribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

/** Reads a Schematron file without abstract patterns, with the files that it includes. */
export function loadSchematron(path: string): Schematron {
  const root = parseRoot(path)
  const children = root.children.flatMap(child =>
    child.localName === 'include'
      ? [parseRoot(join(dirname(path), getAttribute(child, 'href')))]
      : [child],
  )
  if (children.some(child => child.hasAttribute('is-a') || child.hasAttribute('abstract')))
    throw new Error(`${path} has abstract patterns. Use the preprocessed file.`)
  const functions = listChildren(root, 'function').map(child => getAttribute(child, 'name'))
  const patternElements = children.filter(child => child.localName === 'pattern')
  // XSLT makes the variables of patterns global.
  const variables = [...children, ...patternElements.flatMap(pattern => pattern.children)]
    .filter(child => child.localName === 'let')
    .map(toVariable)
    .join('')
  const patterns = patternElements.map(pattern =>
    listChildren(pattern, 'rule').map(rule => toRule(rule, variables)),
  )
  const isUnsupported = ({ test }: Check) => functions.some(name => test.includes(`${name}(`))
  const namespaces = listChildren(root, 'ns').map(ns => [
    getAttribute(ns, 'prefix'),
    getAttribute(ns, 'uri'),
  ])
  return {
    namespaces: Object.fromEntries(namespaces),
    patterns: patterns.map(rules =>
      rules.map(({ contexts, checks }) => ({
        contexts,
        checks: checks.filter(check => !isUnsupported(check)),
      })),
    ),
    unsupported: new Set(
      patterns
        .flat()
        .flatMap(({ checks }) => checks)
        .filter(isUnsupported)
        .map(({ id }) => id),
    ),
  }
}

function parseRoot(path: string): Element {
  const { documentElement } = parseXmlDocument(readFileSync(path, 'utf8'))
  if (!documentElement) throw new Error(`${path} is empty`)
  return documentElement
}

const toVariable = (element: Element) =>
  `let $${getAttribute(element, 'name')} := (${getAttribute(element, 'value')}) return `

function toRule(rule: Element, globalVariables: string): Rule {
  const variables = globalVariables + listChildren(rule, 'let').map(toVariable).join('')
  return {
    contexts: splitUnion(getAttribute(rule, 'context')).map(
      context => `${globalVariables}(${context.startsWith('/') ? context : `//${context}`})`,
    ),
    checks: rule.children
      .filter(({ localName }) => localName === 'assert' || localName === 'report')
      .map(element => ({
        id: getAttribute(element, 'id'),
        isFatal: getAttribute(element, 'flag') !== 'warning',
        test: `${variables}(${getAttribute(element, 'test')})`,
        isReport: element.localName === 'report',
      })),
  }
}

/** Splits a context at the `|` outside of its predicates. */
function splitUnion(context: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of context) {
    if (character === '[' || character === '(') depth++
    if (character === ']' || character === ')') depth--
    if (character === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map(part => part.trim())
}

export type SchematronViolation = Pick<Check, 'id' | 'isFatal'>

/** Returns the checks that an XML document fails, each once. */
export function listSchematronViolations(
  schematron: Schematron,
  xml: string,
): SchematronViolation[] {
  const document = parseXmlDocument(xml)
  const failed = schematron.patterns.flatMap(rules => listFailedChecks(schematron, rules, document))
  return [...new Map(failed.map(({ id, isFatal }) => [id, { id, isFatal }])).values()]
}

/** A node is checked by the first rule of a pattern that matches it. */
function listFailedChecks(schematron: Schematron, rules: Rule[], document: Document): Check[] {
  const options = { namespaceResolver: (prefix: string) => schematron.namespaces[prefix] ?? null }
  const checkedNodes = new Set<Node>()
  const isFailed = ({ id, test, isReport }: Check, node: Node) => {
    try {
      return (
        evaluateXPathToBoolean(test, node, null, null, options) === isReport &&
        evaluateXPathToBoolean(withRounding(test, options), node, null, null, options) === isReport
      )
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('FOCA0003'))) throw error
      schematron.unsupported.add(id)
      return false
    }
  }
  return rules.flatMap(({ contexts, checks }) => {
    const nodes = contexts
      .flatMap(context => evaluateXPathToNodes<Node>(context, document, null, null, options))
      .filter(node => !checkedNodes.has(node))
    for (const node of nodes) checkedNodes.add(node)
    return nodes.flatMap(node => checks.filter(check => isFailed(check, node)))
  })
}

const queryNamespace = 'http://www.w3.org/2005/XQueryX'
const functionNamespace = 'http://www.w3.org/2005/xpath-functions'
const arithmeticNames = ['addOp', 'subtractOp', 'multiplyOp', 'divOp']

/**
 * Returns an XPath with each result rounded to 4 decimals, because the decimals of fontoxpath are
 * floating-point numbers. A file of rules expects that 0.1 + 0.2 = 0.3.
 */
function withRounding(xpath: string, options: Parameters<typeof parseScript>[1]): Element {
  const query = new Document()
  const script: Element = parseScript(xpath, options, query)
  const create = (name: string, ...children: (Node | string)[]) => {
    const element = query.createElementNS(queryNamespace, `xqx:${name}`)
    element.append(...children)
    return element
  }
  for (const name of arithmeticNames)
    for (const operation of script.getElementsByTagNameNS(queryNamespace, name)) {
      const digits = create('integerConstantExpr', create('value', '4'))
      const round = create('functionName', 'round')
      round.setAttributeNS(queryNamespace, 'xqx:prefix', '')
      round.setAttributeNS(queryNamespace, 'xqx:URI', functionNamespace)
      const call = create('functionCallExpr', round)
      operation.replaceWith(call)
      call.append(create('arguments', operation, digits))
    }
  return script
}
