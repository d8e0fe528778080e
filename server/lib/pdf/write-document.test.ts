import { expect, test } from 'vitest'
import { paperFormats } from '#contract/lib/paper.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { createDocumentFormat } from './document-format.ts'
import { renderPdf } from './render-pdf.ts'
import { type DocumentContent, writeDocument } from './write-document.ts'

const format = createDocumentFormat({ locale: 'en', currency: 'EUR' })
const blank: DocumentContent = {
  head: {
    title: 'Receipt',
    sellerName: 'Kiln',
    logo: undefined,
    sender: 'Kiln',
    addressee: [],
    facts: [],
  },
  table: { firstLabel: 'Item', columns: [{ label: 'Quantity', width: 60 }], rows: [] },
  sums: [],
  notes: [],
  footer: ['Kiln GmbH'],
}
/** Words that no other part of the document contains. */
const listWords = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index};`)

async function print(document: Partial<DocumentContent>, paper: (typeof paperFormats)[number]) {
  const pdf = await renderPdf(
    { title: 'Receipt', author: 'Kiln', language: 'en' },
    (doc, loadFonts) => writeDocument(doc, { ...blank, ...document }, { format, paper, loadFonts }),
  )
  return readPdf(pdf)
}
type Pages = Awaited<ReturnType<typeof print>>

const joinText = (pages: Pages) => pages.flatMap(page => page.map(({ text }) => text)).join(' ')
const pageLabel = /^Page \d+ of/

/** Asserts that a page has room for each line between the edges and above the legal details. */
function expectRoom(pages: Pages, isFooter: (text: string) => boolean) {
  for (const page of pages) {
    const footerTop = Math.max(0, ...page.filter(({ text }) => isFooter(text)).map(({ y }) => y))
    for (const { text, y } of page) {
      expect(y, text).toBeGreaterThan(9)
      if (!isFooter(text)) expect(y, text).toBeGreaterThan(footerTop + 7)
    }
  }
}

test.each(paperFormats)(
  'every part of a document on %s continues on further pages',
  async paper => {
    const addressee = listWords('Street', 40)
    const facts = listWords('Number', 40).map(word => ['Fact', word] as const)
    const skus = listWords('SKU', 30)
    const sums = listWords('Payment', 70).map(word => [word, '€1.00'] as const)
    const noteWords = listWords('Note', 160)
    const pages = await print(
      {
        ...(paper !== 'A4' && paper !== 'Letter' && { head: { ...blank.head, addressee, facts } }),
        table: { ...blank.table, rows: [{ cells: ['Cup', skus.join(' ')], details: 'Blue' }] },
        sums,
        notes: [noteWords.join('\n'), 'Thank you'],
      },
      paper,
    )
    expect(pages.length > 1).toBe(paper !== 'roll')
    const text = joinText(pages)
    for (const word of [...skus, ...sums.map(([label]) => label), ...noteWords])
      expect(text.split(word), word).toHaveLength(2)
    if (paper === 'A6') for (const word of addressee) expect(text).toContain(word)
    expect(text).toContain('Thank you')
    expectRoom(pages, line => pageLabel.test(line) || (paper !== 'roll' && line === 'Kiln GmbH'))
  },
)

test.each(paperFormats)('no legal detail is lost on %s', async paper => {
  for (const wordCount of [1, 20, 40, 60, 100, 300]) {
    const words = listWords('Legal', wordCount)
    const pages = await print(
      { notes: [listWords('Note', 90).join('\n')], footer: ['Kiln GmbH', words.join(' ')] },
      paper,
    )
    const texts = pages.map(page => joinText([page]))
    const counts = texts.map(text => words.filter(word => text.includes(word)).length)
    const isBelowEachPage = counts.every(count => count === words.length)
    if (!isBelowEachPage) expect(counts.reduce((sum, count) => sum + count, 0)).toBe(words.length)
    if (wordCount === 1) expect(isBelowEachPage).toBe(true)
    expectRoom(
      pages,
      text =>
        pageLabel.test(text) ||
        (isBelowEachPage && paper !== 'roll' && /Legal|Kiln GmbH/.test(text)),
    )
    if (paper !== 'roll') for (const text of texts) expect(text).toMatch(/Page \d+ of/)
  }
})
