import { type Container, parse } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import type { StyleRule, StyleSelector } from './page-styles.ts'

/** Reads a minified style sheet of the build. */
export const parseStyles = (css: string): StyleRule[] => readRules(parse(css))

const readRules = (container: Container): StyleRule[] =>
  (container.nodes ?? []).flatMap((node): StyleRule[] => {
    if (node.type === 'rule')
      return [{ selectors: readSelectors(node.selector), declarations: node.nodes.join(';') }]
    if (node.type !== 'atrule') return []
    const isCondition = /^(media|supports)$/.test(node.name)
    return isCondition
      ? [{ condition: `@${node.name} ${node.params}`, rules: readRules(node) }]
      : [{ text: node.toString() }]
  })

const readSelectors = (list: string) => toSelectors(selectorParser().astSync(list))

/** Attributes whose values scripts do not change. */
const isFixed = /^(data-[\w-]+|dir|type)$/

const toSelectors = ({ nodes }: { nodes: selectorParser.Selector[] }): StyleSelector[] =>
  nodes.map(selector => {
    const names: string[] = []
    const choices: StyleSelector[][] = []
    for (const node of selector.nodes) {
      if (node.type === 'tag') names.push(node.value)
      if (node.type === 'class') names.push(`.${node.value}`)
      if (node.type === 'attribute' && isFixed.test(node.attribute) && node.operator === '=')
        names.push(`[${node.attribute}=${node.value}]`)
      if (node.type === 'pseudo' && /^:(is|where|has)$/.test(node.value))
        choices.push(toSelectors(node))
    }
    return { text: String(selector), names, choices }
  })
