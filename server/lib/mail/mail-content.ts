/** The key with which mail servers verify that an email comes from a domain. */
export type MailSignature = { domainName: string; keySelector: string; privateKey: string }
/** The content of an email, without its recipient. All texts are plain. */
export type MailContent = {
  /** The store that sends the email, otherwise Storewright. */
  sender?: {
    name: string
    language: string
    /** Who runs the store, as the law requires. */
    imprint?: string
    /** The address at the store's own domain, with the signature of the domain. */
    address?: string
    signature?: MailSignature
  }
  /** The language of an email of Storewright, by default English. */
  language?: string
  subject: string
  /** The title in the email, by default its subject. Empty for none. */
  heading?: string
  /** The line that mail programs show after the subject, by default the products or the paragraphs. */
  preview?: string
  /** Paragraphs before the details. */
  lines: readonly string[]
  /** The products that the email is about. */
  items?: readonly MailItem[]
  /** The text below the first products if there are too many for an email. */
  formatMoreItems?: (count: number) => string
  /** Rows such as the totals of an order. */
  details?: readonly MailDetail[]
  /** Paragraphs between the details and the link. */
  notes?: readonly string[]
  /** The bank transfer that pays an order, with a QR code for banking apps. */
  transfer?: { details: readonly MailDetail[]; code?: { png: Buffer; caption: string } }
  link?: { url: string; label: string }
  /** Paragraphs after the link. */
  after?: readonly string[]
  /** Rich text after the paragraphs. Its HTML is sanitized. */
  body?: { html: string; text: string }
  /** A line and a link below the name of the sender. */
  footer?: { text: string; link: { url: string; label: string } }
  design?: MailDesign
}
export type MailDetail = { label: string; value: string; isTotal?: boolean; url?: string }
/** A product of an order, a cart or a campaign. */
export type MailItem = {
  title: string
  /** The variant. */
  note?: string
  /** The number of units, as text. */
  quantity?: string
  /** The price. */
  value?: string
  image?: MailImage | undefined
  url?: string
}
/** An image with its displayed size. The file is at least twice as large. */
export type MailImage = { url: string; alt: string; width: number; height: number }
/** Colors as `#rrggbb`. */
export type MailColors = {
  background: string
  text: string
  muted: string
  line: string
  accent: string
  onAccent: string
}
/** The logo and the colors of the store, which are those for devices in light mode. */
export type MailDesign = MailColors & {
  logo: string
  /** The colors for devices in dark mode. */
  dark: MailColors
}

/** The colors of emails in dark mode whose store has chosen none. */
export const darkMailColors: MailColors = {
  background: '#17171c',
  text: '#f4f4f7',
  muted: '#b4b4c0',
  line: '#3a3a44',
  accent: '#f4f4f7',
  onAccent: '#17171c',
}

export const defaultMailDesign: MailDesign = {
  logo: '',
  background: '#ffffff',
  text: '#1d1d2b',
  muted: '#5f5f73',
  line: '#d8d8e0',
  accent: '#5b5bd6',
  onAccent: '#ffffff',
  dark: darkMailColors,
}
