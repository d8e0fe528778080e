import { z } from 'zod'

export const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A colour such as #1a2b3c')

/** Text is readable from this contrast on: WCAG 2.2, success criterion 1.4.3, level AA. */
export const readableContrast = 4.5

const channel = (hex: string, from: number) => {
  const share = Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
/** Relative luminance of `#rrggbb`, 0 to 1: WCAG 2.2, glossary. */
const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** How far two colours stand apart, from 1 (the same) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
