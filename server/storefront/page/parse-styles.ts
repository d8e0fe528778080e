import { type AtRule, type Container, parse } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import type { StyleRule, StyleSelector } from './page-styles.ts'

/** Reads a minified style sheet of the build. */
export const parseStyles = (css: string): StyleRule[] => readRules(parse(css))

const readRules = (container: Container): StyleRule[] =>
  (container.nodes ?? []).flatMap((node): StyleRule[] => {
    if (node.type === 'rule')
      return [{ selectors: readSelectors(node.selector), declarations: node.nodes.join(';') }]
    if (node.type !== 'atrule') return []
    if (node.name === 'font-face') return [readTypeface(node)]
    const isCondition = /^(media|supports)$/.test(node.name)
    return isCondition
      ? [{ condition: `@${node.name} ${node.params}`, rules: readRules(node) }]
      : [{ text: node.toString() }]
  })

function readTypeface(face: AtRule): StyleRule {
  const text = face.toString()
  const ranges = face.nodes?.find(node => node.type === 'decl' && node.prop === 'unicode-range')
  if (!ranges) return { text }
  const parts = ranges.toString().matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)
  const letters = [...parts].map(
    ([, first = '', last = first]) =>
      `\\u{${first.replaceAll('?', '0')}}-\\u{${last.replaceAll('?', 'f')}}`,
  )
  return { text, letters: `[${letters.join('')}]` }
}

const readSelectors = (list: string) => toSelectors(selectorParser().astSync(list))

/** Attributes that scripts do not change. */
const isFixed = /^(data-[\w-]+|dir|type)$/

const toSelectors = ({ nodes }: { nodes: selectorParser.Selector[] }): StyleSelector[] =>
  nodes.map(selector => {
    const names: string[] = []
    const choices: StyleSelector[][] = []
    for (const node of selector.nodes) {
      if (node.type === 'tag') names.push(node.value)
      if (node.type === 'class') names.push(`.${node.value}`)
      if (node.type === 'attribute' && isFixed.test(node.attribute))
        names.push(
          node.operator === '=' ? `[${node.attribute}=${node.value}]` : `[${node.attribute}]`,
        )
      if (node.type === 'pseudo' && /^:(is|where|has)$/.test(node.value))
        choices.push(toSelectors(node))
    }
    return { text: String(selector), names, choices }
  })
