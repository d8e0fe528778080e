import { expect, test } from 'vitest'
import { createDocumentFormat } from './document-format.ts'
import { endPages } from './end-pages.ts'
import { startPages } from './page-tools.ts'
import { renderPdf } from './render-pdf.ts'

const format = createDocumentFormat({ locale: 'en', currency: 'EUR' })

test('each document is compressed when it ends, not at the end of the file', async () => {
  const lengths: number[] = []
  const content = await renderPdf(
    { title: 'Two', author: 'Kiln', language: 'en' },
    async (doc, loadFonts) => {
      doc.on('data', (chunk: Buffer) => lengths.push(chunk.length))
      for (const [text, pageCount] of [
        ['First', 3],
        ['山田 محمد', 2],
      ] as const) {
        const findFace = await loadFonts(text)
        const tools = startPages(doc, { findFace, format, paper: 'A4', footer: ['Kiln GmbH'] })
        for (let page = 1; page < pageCount; page++) tools.reserve(10_000, 1)
        tools.writer.write(text, { x: 50, y: 50, width: 300 })
        const firstChunk = lengths.length
        expect(doc.bufferedPageRange()).toEqual({ start: tools.firstPage, count: pageCount })
        endPages(tools, 100)
        expect(doc.bufferedPageRange()).toEqual({ start: tools.firstPage + pageCount, count: 0 })
        await new Promise(setImmediate)
        expect(lengths.length).toBeGreaterThan(firstChunk)
      }
    },
  )
  const text = content.toString('latin1')
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(5)
  // Each script has its font.
  expect(text.match(/\/FontFile2/g)).toHaveLength(3)
})
