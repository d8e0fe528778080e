import { escapeHtml } from '#contract/lib/text/escape-html.ts'
import { getLanguageDirection } from '#contract/lib/text/languages.ts'
import { defaultMailDesign, type MailContent, type MailDetail } from './mail-content.ts'
import { formatItemPreview, formatMailItem, renderMailItems } from './mail-items.ts'
import { createMailStyles, type MailStyles, renderMailHead } from './mail-style.ts'

export const renderMailText = ({
  sender,
  lines,
  items = [],
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
    ...(items.length > 0 ? [items.map(formatMailItem).join('\n')] : []),
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

/**
 * Renders a text of the seller. In a right-to-left email, a text without Arabic letters is left-to-right,
 * so its punctuation stays at its end.
 */
function renderParagraph(text: string, styles: MailStyles, direction: 'ltr' | 'rtl'): string {
  const isLatin = direction === 'rtl' && !/\p{Script=Arabic}/u.test(text)
  const attribute = isLatin ? ' dir="ltr"' : ''
  return `<p class="m-text"${attribute} style="${styles.paragraph}">${escapeHtml(text)}</p>`
}

function renderDetail(
  { label, value, isTotal = false, url }: MailDetail,
  styles: MailStyles,
): string {
  const emphasis = isTotal ? styles.total : ''
  const text = escapeHtml(value)
  const content = url
    ? `<a href="${escapeHtml(url)}" class="m-link" style="${styles.link}">${text}</a>`
    : text
  return (
    `<tr><td class="m-row" style="${styles.label}${emphasis}">${escapeHtml(label)}</td>` +
    `<td class="m-row" style="${styles.value}${emphasis}">${content}</td></tr>`
  )
}

const renderDetails = (details: readonly MailDetail[], styles: MailStyles): string[] =>
  details.length === 0
    ? []
    : [
        `<table role="presentation" class="m-row" style="${styles.table}">`,
        ...details.map(detail => renderDetail(detail, styles)),
        '</table>',
      ]

/** The Content-ID of the image of a QR code. */
export const mailCodeId = 'payment-code'

function renderTransfer(
  { details, code }: NonNullable<MailContent['transfer']>,
  styles: MailStyles,
): string[] {
  if (!code) return renderDetails(details, styles)
  const caption = escapeHtml(code.caption)
  return [
    ...renderDetails(details, styles),
    `<img src="cid:${mailCodeId}" width="180" height="180" alt="${caption}" style="${styles.code}">`,
    `<p class="m-muted" style="${styles.caption}">${caption}</p>`,
  ]
}

/** Only the plain text contains the URL itself. */
const renderLink = ({ url, label }: NonNullable<MailContent['link']>, styles: MailStyles): string =>
  `<p style="${styles.buttonParagraph}"><a href="${escapeHtml(url)}" class="m-button" ` +
  `style="${styles.button}">${escapeHtml(label)}</a></p>`

function renderFooter({ sender, footer }: MailContent, styles: MailStyles): string {
  const signature = `<p class="m-muted" style="${styles.footer}">${escapeHtml(getSignature(sender))}</p>`
  if (!footer) return signature
  const { text, link } = footer
  const href = escapeHtml(link.url)
  const label = escapeHtml(link.label)
  return (
    `${signature}\n<p class="m-muted" style="${styles.footer}">${escapeHtml(text)} ` +
    `<a href="${href}" class="m-muted" style="${styles.footerLink}">${label}</a></p>`
  )
}

const maxPreviewLength = 140
/** Invisible, so that mail programs show no text of the email after a short preview. */
const previewFiller = '\u034f\u00a0'

function renderPreview(mail: MailContent, styles: MailStyles): string[] {
  const { preview, heading, items = [], lines } = mail
  // The text of an email without a heading follows its subject anyway.
  const text = preview || formatItemPreview(items) || (heading === '' ? '' : lines.join(' '))
  if (!text) return []
  const letters = Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, maxPreviewLength)
  const filler = previewFiller.repeat(maxPreviewLength - letters.length)
  return [`<div style="${styles.preview}">${escapeHtml(letters.join(''))}${filler}</div>`]
}

function renderHeader(name: string, logo: string, styles: MailStyles): string {
  const text = escapeHtml(name)
  return logo
    ? `<img src="${escapeHtml(logo)}" alt="${text}" class="m-logo" style="${styles.logo}">`
    : `<p class="m-text" style="${styles.senderName}">${text}</p>`
}

/** Returns the HTML of an email. Every text is escaped. */
export function renderMailHtml(mail: MailContent): string {
  const { subject, heading = subject, lines, details = [], notes = [], after = [] } = mail
  const { transfer, link, body, items = [] } = mail
  const { name, language } = mail.sender ?? { name: 'Storewright', language: mail.language ?? 'en' }
  const design = mail.design ?? defaultMailDesign
  const direction = getLanguageDirection(language)
  const styles = createMailStyles(design, direction)
  const renderParagraphs = (texts: readonly string[]) =>
    texts.map(text => renderParagraph(text, styles, direction))
  const button = link ? [renderLink(link, styles)] : []
  const isLinkFirst = items.length > 0
  return [
    `<!doctype html><html lang="${language}" dir="${direction}">${renderMailHead(design)}`,
    `<body class="m-page" style="${styles.body}">`,
    ...renderPreview(mail, styles),
    `<table role="presentation" class="m-page" style="${styles.frame}">`,
    `<tr><td class="m-frame" style="${styles.frameCell}">`,
    `<table role="presentation" style="${styles.page}">`,
    `<tr><td class="m-text" style="${styles.pageCell}">`,
    renderHeader(name, design.logo, styles),
    ...(heading
      ? [`<h1 class="m-text" style="${styles.heading}">${escapeHtml(heading)}</h1>`]
      : []),
    ...renderParagraphs(lines),
    ...(body ? [`<div class="m-body">${body.html}</div>`] : []),
    ...(isLinkFirst ? button : []),
    ...renderMailItems(mail, styles),
    ...renderDetails(details, styles),
    ...renderParagraphs(notes),
    ...(transfer ? renderTransfer(transfer, styles) : []),
    ...(isLinkFirst ? [] : button),
    ...renderParagraphs(after),
    renderFooter(mail, styles),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}
