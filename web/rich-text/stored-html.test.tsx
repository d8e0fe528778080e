import { Editor } from '@tiptap/react'
import { afterEach, describe, expect, test } from 'vitest'
import { richTextTags } from '#contract/lib/text/rich-text.ts'
import { sanitizeRichText } from '../../server/lib/text/rich-text.ts'
import { editorExtensions } from './editor-extensions.ts'
import { readSelectedImage } from './image-control.tsx'
import { toStoredHtml } from './stored-html.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

/** Returns the HTML that is stored after the user has typed into the first paragraph. */
function typeInto(html: string): string {
  editor = new Editor({ extensions: editorExtensions, content: `<p>Typed</p>${html}` })
  editor.commands.insertContentAt(1, '+')
  const [, stored] = sanitizeRichText(toStoredHtml(editor)).split('<p>+Typed</p>')
  return stored ?? ''
}

/** A text with each tag and attribute. */
const samples: Record<keyof typeof richTextTags, string> = {
  p: '<p>Text</p>',
  h2: '<h2>Text</h2>',
  h3: '<h3>Text</h3>',
  h4: '<h4>Text</h4>',
  blockquote: '<blockquote><p>Text</p><ul><li>One</li></ul></blockquote>',
  pre: '<pre>a  = 1\n  <strong>b</strong> <code>= 2</code></pre>',
  hr: '<p>One</p><hr /><p>Two</p>',
  div: '<p>One</p><div data-product="01900000-0000-7000-8000-000000000001"></div><p>Two</p>',
  ul: '<ul><li>One<ul><li>Two</li></ul></li><li><p>A</p><p>B</p></li></ul>',
  ol: '<ol start="3"><li>One</li></ol>',
  li: '<ul><li>One <strong>two</strong></li></ul>',
  table: '<table><tbody><tr><td>A</td></tr></tbody></table>',
  thead:
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  tbody: '<table><tbody><tr><th>A</th><td>1</td></tr></tbody></table>',
  tr: '<table><tbody><tr><td>A</td></tr><tr><td>B</td></tr></tbody></table>',
  th: '<table><tbody><tr><th rowspan="2">A</th><th>B</th></tr><tr><td>1</td></tr></tbody></table>'
    .replace('<th>B</th>', '<th colspan="2">B</th>')
    .replace('<td>1</td>', '<td>1</td><td>2</td>'),
  td: '<table><tbody><tr><td colspan="2" rowspan="2">A</td><td>B</td></tr><tr><td><ul><li>C</li></ul></td></tr></tbody></table>',
  a: '<p><a target="_blank" rel="noopener noreferrer" href="/a" title="Cups">A</a> <a href="mailto:a@b.de">B</a></p>',
  strong: '<p>A <strong>b</strong></p>',
  em: '<p>A <em>b</em></p>',
  u: '<p>A <u>b</u></p>',
  s: '<p>A <s>b</s></p>',
  sub: '<p>H<sub>2</sub>O</p>',
  sup: '<p>10 m<sup>2</sup></p>',
  mark: '<p>A <mark>b</mark></p>',
  code: '<p>A <strong><code>b</code></strong></p>',
  img: '<p>A <a href="/a"><img src="/media/a/b/1200.webp" alt="Cup" width="200" height="100" /></a> b</p>',
  br: '<p>A<br />b</p>',
}

/** Returns the HTML as an element writes it, with sorted attributes. */
function normalize(html: string): string {
  const container = document.createElement('div')
  container.innerHTML = html
  for (const element of container.querySelectorAll('*')) {
    const attributes = [...element.attributes].toSorted((a, b) => a.name.localeCompare(b.name))
    for (const { name } of attributes) element.removeAttribute(name)
    for (const { name, value } of attributes) element.setAttribute(name, value)
  }
  return container.innerHTML
}

describe.each(Object.entries(richTextTags))('the tag %s', (tag, attributes) => {
  const sample = samples[tag as keyof typeof samples] // keys of the same record
  test('has a sample with all of its attributes', () => {
    for (const attribute of attributes)
      expect(sample).toMatch(RegExp(`<${tag}[^>]* ${attribute}="`))
    expect(sample).toContain(`<${tag}`)
  })
  test('passes the sanitizer unchanged', () => {
    expect(normalize(sanitizeRichText(sample))).toBe(normalize(sample))
  })
  test('stays when the user types elsewhere', () => {
    expect(normalize(typeInto(sample))).toBe(normalize(sample))
  })
})

test('all samples in one text stay when the user types', () => {
  const html = Object.values(samples).join('')
  expect(normalize(typeInto(html))).toBe(normalize(html))
})

test.each([
  ['text without a tag', 'Loose', '<p>Loose</p>'],
  ['an image without a paragraph', '<img src="/a.webp">', '<p><img src="/a.webp"></p>'],
  ['tags of earlier versions', '<p><b>A</b> <i>b</i></p>', '<p><strong>A</strong> <em>b</em></p>'],
  [
    'a head with other cells',
    '<table><thead><tr><td>A</td></tr></thead><tbody><tr><td>B</td></tr></tbody></table>',
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></table>',
  ],
  ['a heading in a list', '<ul><li><h3>A</h3></li></ul>', '<ul><li><h3>A</h3></li></ul>'],
  [
    'a table in a cell',
    '<table><tbody><tr><td><table><tbody><tr><td>A</td></tr></tbody></table></td></tr></tbody></table>',
    '<table><tbody><tr><td><table><tbody><tr><td>A</td></tr></tbody></table></td></tr></tbody></table>',
  ],
  [
    'a list without an item',
    '<ul><ul><li>A</li></ul></ul>',
    '<ul><li><ul><li>A</li></ul></li></ul>',
  ],
])('keeps %s', (_name, html, stored) => {
  expect(normalize(typeInto(html))).toBe(stored)
})

test('an editor without text stores nothing', () => {
  editor = new Editor({ extensions: editorExtensions, content: '<p></p>' })
  expect(toStoredHtml(editor)).toBe('')
})

test('the attributes of the selected image are texts', () => {
  const content = '<p><img src="/a.webp" width="200" height="100"></p>'
  editor = new Editor({ extensions: editorExtensions, content })
  editor.commands.setNodeSelection(1)
  expect(readSelectedImage(editor)).toEqual({
    src: '/a.webp',
    alt: '',
    width: '200',
    height: '100',
  })
})
