import { Editor } from '@tiptap/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { editorExtensions } from './editor-extensions.ts'
import { convertPastedHtml } from './office-paste.ts'
import { toStoredHtml } from './stored-html.ts'

// jsdom has no clipboard.
beforeAll(() => void vi.stubGlobal('ClipboardEvent', Event))
afterAll(() => void vi.unstubAllGlobals())

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/** Returns the stored HTML of an empty editor into which the HTML of another application is pasted. */
function paste(html: string): string {
  editor = new Editor({
    extensions: editorExtensions,
    editorProps: { transformPastedHTML: convertPastedHtml },
  })
  editor.view.pasteHTML(html)
  return toStoredHtml(editor)
}

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-add-space:auto;text-indent:-.25in;
mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:
Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]><b>${text}</b><o:p></o:p></p>\n`
const wordPage = (content: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- /* List Definitions */ @list l0 {mso-list-id:1} --></style></head>
<body lang=EN-US><!--StartFragment-->${content}<!--EndFragment--></body></html>`

test.each([
  [
    'bullets with levels',
    wordItem(1, '·', 'One') +
      wordItem(2, 'o', 'Two') +
      wordItem(3, '§', 'Three') +
      wordItem(1, '·', 'Four'),
    '<ul><li><strong>One</strong><ul><li><strong>Two</strong><ul><li><strong>Three</strong></li></ul></li></ul></li><li><strong>Four</strong></li></ul>',
  ],
  [
    'numbers, letters and bullets',
    wordItem(1, '1.', 'A') +
      wordItem(2, 'a)', 'B') +
      wordItem(1, '2.', 'C') +
      wordItem(1, '·', 'D'),
    '<ol><li><strong>A</strong><ol><li><strong>B</strong></li></ol></li><li><strong>C</strong></li></ol><ul><li><strong>D</strong></li></ul>',
  ],
  [
    'a list that starts with 3 between paragraphs',
    `<p class=MsoNormal>Before<o:p></o:p></p>${wordItem(1, '3.', 'A')}<p class=MsoNormal>After</p>`,
    '<p>Before</p><ol start="3"><li><strong>A</strong></li></ol><p>After</p>',
  ],
  [
    'a table',
    '<table class=MsoTableGrid border=1 style="border-collapse:collapse"><tr style="mso-yfti-irow:0"><td width=200 valign=top colspan=2 style="width:1in"><p class=MsoNormal>Size<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>S</p></td><td><p class=MsoNormal>20 cm</p></td></tr></table>',
    '<table><tbody><tr><td colspan="2">Size</td></tr><tr><td>S</td><td>20 cm</td></tr></tbody></table>',
  ],
])('pastes %s of Word', (_name, content, stored) => {
  expect(paste(wordPage(content))).toBe(stored)
})

test.each([
  [
    'a list of Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:700">One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-style:italic">Two</span></p></li></ul></ul></b>',
    '<ul><li><strong>One</strong><ul><li><em>Two</em></li></ul></li></ul>',
  ],
  [
    'a table of Google Docs',
    '<b style="font-weight:normal;" id="docs-internal-guid-2"><div dir="ltr" align="left"><table style="border:none"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:0pt"><td style="vertical-align:top"><p dir="ltr"><span>A</span></p></td><td><p dir="ltr"><span>m</span><span style="vertical-align:super">2</span></p></td></tr></tbody></table></div></b>',
    '<table><tbody><tr><td>A</td><td>m<sup>2</sup></td></tr></tbody></table>',
  ],
  [
    'cells of Google Sheets',
    '<google-sheets-html-origin><style type="text/css">td {border: 1px}</style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden">S</td><td>20</td></tr></tbody></table>',
    '<table><tbody><tr><td>S</td><td>20</td></tr></tbody></table>',
  ],
  [
    'cells of Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body link="#0563C1"><table border=0 cellpadding=0 width=128><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 class=xl65 width=64>S</td><td align=right>20</td></tr><!--EndFragment--></table></body></html>',
    '<table><tbody><tr><td>S</td><td>20</td></tr></tbody></table>',
  ],
  [
    'a list and table of LibreOffice',
    '<html><body><ul><li><p style="line-height:100%">One</p></li></ul><table width="100%"><col width="128*"/><thead><tr><th><p>A</p></th></tr></thead><tbody><tr><td><p>1</p></td></tr></tbody></table></body></html>',
    '<ul><li>One</li></ul><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  ],
])('pastes %s', (_name, html, stored) => {
  expect(paste(html)).toBe(stored)
})
