import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { getLanguageDirection } from '#contract/lib/text/languages.ts'

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
  /** The line that mail programs show after the subject. */
  preview?: string
  /** Paragraphs before the details. */
  lines: readonly string[]
  /** Rows such as the lines of an order. */
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
/** The logo and the colors of the store, the colors as `#rrggbb`. */
export type MailDesign = {
  logo: string
  background: string
  text: string
  muted: string
  line: string
  accent: string
  onAccent: string
}

const defaultDesign: MailDesign = {
  logo: '',
  background: '#f6f6f9',
  text: '#1d1d2b',
  muted: '#5f5f73',
  line: '#d8d8e0',
  accent: '#5b5bd6',
  onAccent: '#ffffff',
}

export const renderMailText = ({
  sender,
  lines,
  details = [],
  notes = [],
  transfer,
  link,
  after = [],
  body,
  footer,
}: MailContent): string =>
  [
    ...lines,
    ...(body ? [body.text] : []),
    ...(details.length > 0 ? [details.map(formatDetail).join('\n')] : []),
    ...notes,
    ...(transfer ? [transfer.details.map(formatDetail).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...after,
  ]
    .join('\n\n')
    .concat(`\n\n${getSignature(sender)}\n`)
    .concat(footer ? `\n${footer.text}\n${footer.link.label}: ${footer.link.url}\n` : '')

const getSignature = (sender: MailContent['sender']) =>
  sender ? [sender.name, sender.imprint].filter(Boolean).join('\n') : 'Storewright'

const formatDetail = ({ label, value, url }: MailDetail) =>
  [`${label}: ${value}`, ...(url ? [url] : [])].join('\n')

/** Inline styles, because mail programs ignore style sheets. */
const createStyles = ({ background, text, muted, line, accent, onAccent }: MailDesign) => ({
  body: `margin:0;background:${background}`,
  page:
    'max-width:480px;margin:0 auto;padding:40px 24px;' +
    `font:15px/1.5 system-ui,sans-serif;color:${text}`,
  logo: 'display:block;max-width:180px;max-height:64px;margin:0 0 24px;border:0',
  heading: 'margin:0 0 16px;font-size:20px',
  paragraph: 'margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere',
  details: `width:100%;margin:0 0 16px;border-collapse:collapse;border-top:1px solid ${line}`,
  label: `padding:8px 0;border-bottom:1px solid ${line};vertical-align:top;overflow-wrap:anywhere`,
  value:
    `padding:8px 0;padding-inline-start:16px;border-bottom:1px solid ${line};vertical-align:top;` +
    'text-align:end',
  total: ';font-weight:600',
  detailLink: `color:${text}`,
  code: 'display:block;margin:0 0 8px;border:0;background:#ffffff',
  caption: `margin:0 0 16px;font-size:13px;color:${muted}`,
  buttonParagraph: 'margin:24px 0',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;' +
    `background:${accent};color:${onAccent};text-decoration:none;font-weight:600`,
  plainLink: `margin:0 0 16px;font-size:13px;color:${muted};word-break:break-all`,
  preview: 'display:none;max-height:0;overflow:hidden',
  footerLink: `color:${muted}`,
  footer: `margin:32px 0 0;font-size:13px;color:${muted};white-space:pre-line;overflow-wrap:anywhere`,
})
type Styles = ReturnType<typeof createStyles>

const renderParagraph = (text: string, styles: Styles) =>
  `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`

function renderDetail({ label, value, isTotal = false, url }: MailDetail, styles: Styles): string {
  const emphasis = isTotal ? styles.total : ''
  const text = escapeHtml(value)
  const content = url
    ? `<a href="${escapeHtml(url)}" style="${styles.detailLink}">${text}</a>`
    : text
  return (
    `<tr><td style="${styles.label}${emphasis}">${escapeHtml(label)}</td>` +
    `<td style="${styles.value}${emphasis}">${content}</td></tr>`
  )
}

const renderDetails = (details: readonly MailDetail[], styles: Styles): string[] =>
  details.length === 0
    ? []
    : [
        `<table role="presentation" style="${styles.details}">`,
        ...details.map(detail => renderDetail(detail, styles)),
        '</table>',
      ]

/** The Content-ID of the image of a QR code. */
export const mailCodeId = 'payment-code'

function renderTransfer(
  { details, code }: NonNullable<MailContent['transfer']>,
  styles: Styles,
): string[] {
  if (!code) return renderDetails(details, styles)
  const caption = escapeHtml(code.caption)
  return [
    ...renderDetails(details, styles),
    `<img src="cid:${mailCodeId}" width="180" height="180" alt="${caption}" style="${styles.code}">`,
    `<p style="${styles.caption}">${caption}</p>`,
  ]
}

function renderLink({ url, label }: NonNullable<MailContent['link']>, styles: Styles): string[] {
  const href = escapeHtml(url)
  const button = `<a href="${href}" style="${styles.button}">${escapeHtml(label)}</a>`
  return [
    `<p style="${styles.buttonParagraph}">${button}</p>`,
    `<p style="${styles.plainLink}">${href}</p>`,
  ]
}

function renderFooter({ sender, footer }: MailContent, styles: Styles): string {
  const signature = `<p style="${styles.footer}">${escapeHtml(getSignature(sender))}</p>`
  if (!footer) return signature
  const { text, link } = footer
  const href = escapeHtml(link.url)
  const label = escapeHtml(link.label)
  return (
    `${signature}\n<p style="${styles.footer}">${escapeHtml(text)} ` +
    `<a href="${href}" style="${styles.footerLink}">${label}</a></p>`
  )
}

/** Returns the HTML of an email. Every text is escaped. */
export function renderMailHtml(mail: MailContent): string {
  const { subject, heading = subject, lines, details = [], notes = [], after = [] } = mail
  const { transfer, link, preview, body } = mail
  const { name, language } = mail.sender ?? { name: 'Storewright', language: mail.language ?? 'en' }
  const design = mail.design ?? defaultDesign
  const styles = createStyles(design)
  const renderParagraphs = (texts: readonly string[]) =>
    texts.map(text => renderParagraph(text, styles))
  return [
    `<!doctype html><html lang="${language}" dir="${getLanguageDirection(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    `<body style="${styles.body}"><div style="${styles.page}">`,
    ...(preview ? [`<div style="${styles.preview}">${escapeHtml(preview)}</div>`] : []),
    ...(design.logo
      ? [`<img src="${escapeHtml(design.logo)}" alt="${escapeHtml(name)}" style="${styles.logo}">`]
      : []),
    ...(heading ? [`<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>`] : []),
    ...renderParagraphs(lines),
    ...(body ? [body.html] : []),
    ...renderDetails(details, styles),
    ...renderParagraphs(notes),
    ...(transfer ? renderTransfer(transfer, styles) : []),
    ...(link ? renderLink(link, styles) : []),
    ...renderParagraphs(after),
    renderFooter(mail, styles),
    '</div></body></html>',
  ].join('\n')
}
