type TextPart = { part: string; isLink: boolean }

/** Splits a text into web addresses and the texts between them. Punctuation after an address is no part of it. */
export const splitLinks = (text: string): TextPart[] =>
  text
    .split(/(\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,:;!?)\]])/i)
    .map((part, index) => ({ part, isLink: index % 2 === 1 }))
    .filter(({ part }) => part !== '')
