import { createFaceLoader, type FaceFinder } from './load-faces.ts'

/** They replace characters that no font has. */
const replacements = ' ?'

type PdfContent = {
  title: string
  author: string
  language: string
}
/** Loads the fonts for every character of the texts of a document. */
export type FontLoader = (texts: string) => Promise<FaceFinder>

/**
 * Returns what `write` writes as PDF/A-3b, with every font embedded. It loads the fonts of each document before it
 * writes it, so that a file of a thousand documents blocks the process no longer than a file of one.
 */
export async function renderPdf(
  { title, author, language }: PdfContent,
  write: (doc: PDFKit.PDFDocument, loadFonts: FontLoader) => Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const loadFaces = createFaceLoader()
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    autoFirstPage: false,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: {
      Title: toXmpText(title),
      Author: toXmpText(author),
      Producer: 'Storewright',
      Creator: 'Storewright',
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await write(doc, texts => loadFaces(texts + replacements))
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** The library writes the properties as XML too, but does not escape them. */
const toXmpText = (text: string) => text.replaceAll(/[<>&]/g, ' ')
