import { decodeHTMLStrict } from 'entities/decode'

/** Returns plain text in which `&amp;` is `&`. A name without a semicolon, as in `R&D`, stays. */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? decodeHTMLStrict(text) : text
