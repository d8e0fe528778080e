import { type AtRule, atRule, type Plugin, type Rule } from 'postcss'

const condition = '(hover: hover)'

/** Limits rules with `:hover` to devices with a pointer. After a tap, touch screens keep that state. */
export const hoverPlugin = (): Plugin => ({
  postcssPlugin: 'hover',
  Rule(rule) {
    const selectors = rule.selectors.filter(selector => selector.includes(':hover'))
    if (selectors.length === 0 || isInCondition(rule)) return
    if (selectors.some(isMixed)) throw rule.error('Write a selector of its own for :hover.')
    const media: AtRule = atRule({ name: 'media', params: condition })
    media.append(rule.clone({ selectors }))
    rule.after(media)
    const others = rule.selectors.filter(selector => !selectors.includes(selector))
    if (others.length > 0) rule.selectors = others
    else rule.remove()
  },
})

const isInCondition = ({ parent }: Rule): boolean =>
  parent?.type === 'atrule' && 'params' in parent && parent.params === condition

/** Whether a list inside of the selector has alternatives with and without `:hover`. */
const isMixed = (selector: string): boolean =>
  [...selector.matchAll(/:(?:is|where)\(([^()]*)\)/g)].some(([, list = '']) => {
    const states = list.split(',').map(alternative => alternative.includes(':hover'))
    return states.includes(true) && states.includes(false)
  })
