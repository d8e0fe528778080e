declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string | undefined,
    options: {
      targetFormat: 'truetype'
      variationAxes: Record<string, number>
      keepAllGlyphs: boolean
      keepFeatures: string[]
      noHinting: boolean
    },
  ) => Promise<Uint8Array>
  // biome-ignore lint/style/noDefaultExport: as the package exports it
  export default subsetFont
}

declare module 'bidi-js' {
  type Bidi = {
    getEmbeddingLevels: (text: string, direction: 'ltr' | 'rtl') => { levels: Uint8Array }
    getMirroredCharacter: (character: string) => string | null
  }
  const createBidi: () => Bidi
  // biome-ignore lint/style/noDefaultExport: as the package exports it
  export default createBidi
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** Fonts that are loaded already are accepted too. */
    registerFont(name: string, font: import('fontkit').Font): this
  }
  interface PDFAttachmentOptions {
    /** The relation of the file to the document (PDF/A-3). */
    relationship?: 'Alternative'
  }
}
