import type { FaceFinder, Weight } from './load-faces.ts'
import { type Direction, splitTextRuns, type TextRun } from './split-text-runs.ts'

export type TextStyle = {
  size?: number
  weight?: Weight
  color?: string
  /** `end` is the right side in languages that are written from left to right. */
  align?: 'start' | 'end'
}
type MeasuredRun = TextRun & { width: number }

/** Digits of equal width, without the narrow pairs that hide a decimal point. */
const digitFeatures: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']
/** Where a line can end: after spaces, and between ideographs. */
const breakPattern = /(?<=\s)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** Returns functions that measure, wrap and write texts with the fonts that their scripts need. */
export function createTextMeasure(
  doc: PDFKit.PDFDocument,
  { direction, findFace }: { direction: Direction; findFace: FaceFinder },
) {
  const fontNames = new Set<string>()
  const widths = new Map<string, number>()
  function selectFont({ face }: TextRun, { size = 9, weight = 400 }: TextStyle) {
    const name = `${face.id} ${weight}`
    if (!fontNames.has(name)) doc.registerFont(name, face.byWeight[weight])
    fontNames.add(name)
    doc.font(name).fontSize(size)
  }
  function measureRun(run: TextRun, style: TextStyle): number {
    const key = `${style.size} ${style.weight} ${run.face.id} ${run.text}`
    const known = widths.get(key)
    if (known !== undefined) return known
    selectFont(run, style)
    const width = doc.widthOfString(run.text, { features: digitFeatures })
    widths.set(key, width)
    return width
  }
  const measureRuns = (text: string, style: TextStyle): MeasuredRun[] =>
    splitTextRuns(text, direction, findFace).map(run => ({ ...run, width: measureRun(run, style) }))
  const measure = (text: string, style: TextStyle): number =>
    measureRuns(text, style).reduce((sum, run) => sum + run.width, 0)
  return {
    measureRuns,
    writeRun(run: TextRun, style: TextStyle, { x, y }: { x: number; y: number }) {
      selectFont(run, style)
      doc.text(run.text, x, y, {
        features: digitFeatures,
        lineBreak: false,
        baseline: 'alphabetic',
      })
    },
    /** Returns the lines of a text at a width. */
    wrap: (text: string, width: number, style: TextStyle): string[] =>
      text
        .split('\n')
        .flatMap(paragraph => wrapParagraph(paragraph, width, part => measure(part, style))),
  }
}

type Measure = (text: string) => number

/** The width of a line is that of its words, because a line is measured once for each word. */
function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  if (measure(paragraph) <= width) return [paragraph]
  const lines = ['']
  let used = 0
  const words = paragraph.split(breakPattern)
  for (const part of words.flatMap(word => splitWord(word, width, measure))) {
    const isFull = used > 0 && used + measure(part.trimEnd()) > width
    if (isFull) lines.push('')
    lines[lines.length - 1] += part
    used = (isFull ? 0 : used) + measure(part)
  }
  return lines.map(line => line.trimEnd())
}

/** Breaks a word that is wider than the line between its letters. */
function splitWord(word: string, width: number, measure: Measure): string[] {
  if (measure(word.trimEnd()) <= width) return [word]
  const parts = ['']
  for (const character of word) {
    const part = (parts.at(-1) ?? '') + character
    if (part !== character && measure(part) > width) parts.push(character)
    else parts[parts.length - 1] = part
  }
  return parts
}
