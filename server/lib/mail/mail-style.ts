import { getContrast } from '#contract/lib/color.ts'
import type { MailColors, MailDesign } from './mail-content.ts'

/**
 * Returns inline styles, because some mail programs ignore style sheets. They name the sides of a
 * line, because most mail programs ignore logical properties.
 */
export function createMailStyles(colors: MailColors, direction: 'ltr' | 'rtl') {
  const { background, text, muted, line, accent, onAccent } = colors
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const wrap = 'overflow-wrap:anywhere;word-break:break-word'
  const row = `padding:12px 0;border-bottom:1px solid ${line};vertical-align:top`
  return {
    body: `margin:0;padding:0;background:${background}`,
    frame: `width:100%;border-collapse:collapse;background:${background}`,
    frameCell: 'padding:32px 24px',
    page: 'width:100%;max-width:600px;margin:0 auto;border-collapse:collapse',
    pageCell:
      `padding:0;text-align:${start};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;` +
      `color:${text}`,
    logo: 'display:block;width:auto;max-width:180px;height:auto;max-height:64px;margin:0 0 32px;border:0',
    senderName: `margin:0 0 32px;font-size:18px;font-weight:600;${wrap}`,
    heading: `margin:0 0 16px;font-size:24px;line-height:1.25;${wrap}`,
    paragraph: `margin:0 0 16px;white-space:pre-line;${wrap}`,
    table: `width:100%;margin:0 0 24px;border-collapse:collapse;border-top:1px solid ${line}`,
    label: `${row};${wrap}`,
    value: `${row};padding-${start}:16px;text-align:${end};${wrap}`,
    total: ';font-weight:600',
    itemImage: `${row};padding-${end}:16px`,
    image: 'display:block;border:0;border-radius:4px',
    price: `${row};padding-${start}:16px;text-align:${end};white-space:nowrap`,
    muted: `font-size:14px;color:${muted}`,
    link: `color:${text}`,
    code: 'display:block;margin:0 0 8px;padding:8px;border:0;background:#ffffff',
    caption: `margin:0 0 16px;font-size:14px;color:${muted}`,
    buttonParagraph: 'margin:24px 0 32px',
    button:
      'display:inline-block;padding:14px 24px;border-radius:6px;' +
      `background:${accent};color:${onAccent};text-decoration:none;font-weight:600;${wrap}`,
    preview: 'display:none;max-height:0;overflow:hidden',
    footerLink: `color:${muted}`,
    footer: `margin:32px 0 0;font-size:14px;color:${muted};white-space:pre-line;${wrap}`,
  }
}
export type MailStyles = ReturnType<typeof createMailStyles>

const isDark = ({ background }: MailColors) =>
  getContrast(background, '#ffffff') > getContrast(background, '#000000')

/**
 * Returns the head of an email: its colors in dark mode, for mail programs that read style sheets.
 * A store whose theme is dark has the same colors in both modes.
 */
export function renderMailHead(design: MailDesign): string {
  const { background, text, muted, line, accent, onAccent } = isDark(design) ? design : design.dark
  const scheme = isDark(design) ? 'dark' : 'light dark'
  return [
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="${scheme}">`,
    `<meta name="supported-color-schemes" content="${scheme}">`,
    `<style>:root{color-scheme:${scheme}}`,
    '@media (max-width:480px){.m-frame{padding:24px 16px!important}',
    '.m-button{display:block!important;text-align:center!important}}',
    '@media (prefers-color-scheme:dark){',
    `.m-page,.m-frame{background:${background}!important}`,
    `.m-text,.m-link,.m-body,.m-body a{color:${text}!important}`,
    `.m-muted,.m-body blockquote{color:${muted}!important}`,
    `.m-row,.m-body td,.m-body th,.m-body hr,.m-body blockquote{border-color:${line}!important}`,
    `.m-button{background:${accent}!important;color:${onAccent}!important}`,
    // A dark logo with a transparent background stays readable.
    `.m-logo{padding:8px;border-radius:4px;background:${design.background}}`,
    '}</style></head>',
  ].join('')
}
