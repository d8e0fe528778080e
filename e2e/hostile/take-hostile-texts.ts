import { multiLineText } from '#contract/lib/schemas.ts'
import { LinkTarget } from '#contract/lib/text/link-target.ts'
import { hostileTexts } from './hostile-texts.ts'

const richTextLength = 3000

let position = 0
/** Returns the next texts in turns, as many as fit, so that all are in fields of each length. */
export function takeTexts(max: number): string {
  let result = ''
  for (let tried = 0; tried < hostileTexts.length; tried++) {
    const text = hostileTexts[position % hostileTexts.length] ?? ''
    const longer = result ? `${result} ${text}` : text
    if (longer.length <= max && multiLineText(max).safeParse(longer).success) result = longer
    else if (result) break
    position++
  }
  return result.trim() || 'a'
}

/** Returns hostile texts as elements of a rich text, which the server cleans. */
export const takeRichText = (max = richTextLength) =>
  [
    `<h2>${takeTexts(max / 4)}</h2>`,
    `<p>${takeTexts(max / 4)}</p>`,
    `<ul><li>${takeTexts(max / 4)}</li></ul>`,
  ].join('')

const links = hostileTexts.filter(text => LinkTarget.safeParse(text).data)
let linkPosition = 0
/** Returns the next hostile link that a seller can save. */
export const takeLink = (): string => links[linkPosition++ % links.length] ?? '/products'
