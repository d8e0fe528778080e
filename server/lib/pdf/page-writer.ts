import type { FaceFinder } from './load-faces.ts'
import type { Direction } from './split-text-runs.ts'
import { createTextMeasure, type TextStyle } from './text-measure.ts'

/** A place from the start of the lines of the page, in points. */
export type Box = { x: number; y: number; width: number }
export type PageWriter = ReturnType<typeof createPageWriter>

/** Returns the position at which a block of a height is written. */
export type Reserve = (y: number, height: number) => number

const lineHeight = 1.35
const keepPosition: Reserve = y => y

/** Returns functions that write text of any script on the pages of a document. */
export function createPageWriter(
  doc: PDFKit.PDFDocument,
  { direction, findFace }: { direction: Direction; findFace: FaceFinder },
) {
  const { measureRuns, writeRun, wrap } = createTextMeasure(doc, { direction, findFace })
  const getLeft = ({ x, width }: Omit<Box, 'y'>) =>
    direction === 'rtl' ? doc.page.width - x - width : x
  const getLineHeight = ({ size = 9 }: TextStyle) => size * lineHeight
  function writeLine(line: string, box: Box, style: TextStyle): number {
    const { size = 9, color = '#1d1d2b', align = 'start' } = style
    const isRight = (align === 'end') === (direction === 'ltr')
    const runs = measureRuns(line, style)
    const width = runs.reduce((sum, run) => sum + run.width, 0)
    let left = getLeft(box) + (isRight ? box.width - width : 0)
    doc.fillColor(color)
    for (const run of runs) {
      writeRun(run, style, { x: left, y: box.y + size })
      left += run.width
    }
    return box.y + getLineHeight(style)
  }
  return {
    getLeft,
    /** Returns the height of a text that is wrapped at a width. */
    getHeight: (text: string, width: number, style: TextStyle = {}) =>
      wrap(text, width, style).length * getLineHeight(style),
    /**
     * Writes a text, wrapped at the width of its box, and returns the position below it. `reserve` can place
     * each line on another page.
     */
    write(text: string, box: Box, style: TextStyle = {}, reserve: Reserve = keepPosition): number {
      let { y } = box
      for (const line of wrap(text, box.width, style))
        y = writeLine(line, { ...box, y: reserve(y, getLineHeight(style)) }, style)
      return y
    },
    drawRule({ x, y, width }: Box, color = '#d8d8e0') {
      const left = getLeft({ x, width })
      doc
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.5)
        .strokeColor(color)
        .stroke()
    },
  }
}
