import { escapeHtml } from '#contract/lib/text/escape-html.ts'

/** An XML element: its name, its attributes and its text or its children. Empty children are left out. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  content: string | readonly XmlElement[]
}

type Child = XmlElement | false | null | undefined | ''

/** Returns an element with children, or undefined if none of them has a content. */
export function createGroup(name: string, ...children: readonly (Child | readonly Child[])[]) {
  const content = children.flat().filter((child): child is XmlElement => Boolean(child))
  return content.length > 0 ? { name, attributes: {}, content } : undefined
}

/** Returns an element with a text, or undefined for an empty text. */
export const createText = (
  name: string,
  content: string,
  attributes: Record<string, string> = {},
): XmlElement | undefined => (content === '' ? undefined : { name, attributes, content })

/** Returns the element as XML. Characters that XML cannot contain are left out. */
export function toXml({ name, attributes, content }: XmlElement): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`),
  ].join(' ')
  const inner = typeof content === 'string' ? escapeXml(content) : content.map(toXml).join('')
  return `<${start}>${inner}</${name}>`
}

const forbiddenCharacters = /(?![\n\t])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu
const escapeXml = (value: string) => escapeHtml(value.replaceAll(forbiddenCharacters, ''))
