import { type AtRule, type Container, parse } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import { checkedAttributes, type StyleRule, type StyleSelector } from './page-styles.ts'

/** Parses a minified style sheet of the build. */
export const parseStyles = (css: string): StyleRule[] => parseRules(parse(css))

const parseRules = (container: Container): StyleRule[] =>
  (container.nodes ?? []).flatMap((node): StyleRule[] => {
    if (node.type === 'rule')
      return [{ selectors: parseSelectors(node.selector), declarations: node.nodes.join(';') }]
    if (node.type !== 'atrule') return []
    // Printing uses the complete style sheet, see `storefront/element/load-styles.ts`.
    if (node.name === 'media' && node.params === 'print') return []
    if (node.name === 'font-face') return [parseFontFace(node)]
    const isCondition = /^(media|supports)$/.test(node.name)
    return isCondition
      ? [{ condition: `@${node.name} ${node.params}`, rules: parseRules(node) }]
      : [{ text: node.nodes ? node.toString() : `${node};` }]
  })

function parseFontFace(face: AtRule): StyleRule {
  const text = face.toString()
  const ranges = face.nodes?.find(node => node.type === 'decl' && node.prop === 'unicode-range')
  if (!ranges) return { text }
  const parts = ranges.toString().matchAll(/U\+([\dA-F?]+)(?:-([\dA-F]+))?/gi)
  const characterRanges = [...parts].map(
    ([, first = '', last = first]) =>
      `\\u{${first.replaceAll('?', '0')}}-\\u{${last.replaceAll('?', 'f')}}`,
  )
  return { text, characterPattern: `[${characterRanges.join('')}]` }
}

const parseSelectors = (list: string) => toSelectors(selectorParser().astSync(list))

const checkedAttribute = new RegExp(`^(?:${checkedAttributes})$`)

const toSelectors = ({ nodes }: { nodes: selectorParser.Selector[] }): StyleSelector[] =>
  nodes.map(selector => {
    const requiredNames: string[] = []
    const alternatives: StyleSelector[][] = []
    for (const node of selector.nodes) {
      if (node.type === 'tag') requiredNames.push(node.value)
      if (node.type === 'class') requiredNames.push(`.${node.value}`)
      if (node.type === 'attribute' && checkedAttribute.test(node.attribute))
        requiredNames.push(
          node.operator === '=' ? `[${node.attribute}=${node.value}]` : `[${node.attribute}]`,
        )
      if (node.type === 'pseudo' && /^:(is|where|has)$/.test(node.value))
        alternatives.push(toSelectors(node))
    }
    return { text: String(selector), requiredNames, alternatives }
  })
