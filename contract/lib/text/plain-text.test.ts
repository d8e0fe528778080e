import { expect, test } from 'vitest'
import { toPlainText } from './plain-text.ts'

test.each([
  ['<p>Kiln GmbH<br />Quay 4</p>\n<p>HRB 1 &amp; 2</p>', 'Kiln GmbH\nQuay 4\nHRB 1 & 2'],
  ['<ul><li>One</li><li><b>Two</b> three</li></ul>', 'One\nTwo three'],
  ['<table><tr><th>Court</th><td>Hamburg</td></tr></table>', 'Court Hamburg'],
  ['&amp;lt;b&amp;gt; &lt;b&gt;', '&lt;b&gt; <b>'],
  ['', ''],
])('%j has the lines %j', (html, text) => {
  expect(toPlainText(html)).toBe(text)
})
