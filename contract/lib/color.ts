import { issue } from './error/issue.ts'
import { codeText } from './schemas.ts'

export const HexColor = codeText(20)
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, issue('invalid_color'))

/** Minimum contrast of text: WCAG 2.2, success criterion 1.4.3, level AA. */
export const readableContrast = 4.5

const linearizeChannel = (hex: string, offset: number) => {
  const fraction = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4
}
/** Returns the relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2.2, glossary). */
const getLuminance = (hex: string) =>
  0.2126 * linearizeChannel(hex, 1) +
  0.7152 * linearizeChannel(hex, 3) +
  0.0722 * linearizeChannel(hex, 5)

/** Returns the contrast ratio of two colors, from 1 (equal) to 21 (black on white). */
export function getContrast(color: string, otherColor: string): number {
  const [a, b] = [getLuminance(color), getLuminance(otherColor)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
