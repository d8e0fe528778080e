/** The formats of the paper on which documents are printed. The height of a roll follows the content. */
export const paperFormats = ['A4', 'Letter', 'A6', 'roll'] as const
export type PaperFormat = (typeof paperFormats)[number]

/** The countries that print on Letter (CLDR, paperSize). */
const letterCountries = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'

export const getCountryPaper = (country: string | undefined) =>
  letterCountries.includes(country || '-') ? 'Letter' : 'A4'
