import { describe, expect, test } from 'vitest'
import { toPlainText } from '#contract/lib/text/plain-text.ts'
import { richTextTags } from '#contract/lib/text/rich-text.ts'
import { sanitizeRichText } from './rich-text.ts'

const blocks = [
  'address article aside center dd details dialog div dt fieldset figcaption figure footer form',
  'header hgroup legend main nav p search section summary',
]
  .join(' ')
  .split(' ')

test.each(blocks)('text in %s becomes a paragraph', tag => {
  const html = sanitizeRichText(`<${tag}>Cotton</${tag}><${tag}>Made in Portugal</${tag}>`)
  expect(html).toBe('<p>Cotton</p><p>Made in Portugal</p>')
  expect(toPlainText(html)).toBe('Cotton\nMade in Portugal')
})

test.each([
  ['Soft<div>Warm</div>Light', '<p>Soft</p><p>Warm</p><p>Light</p>'],
  ['<div><p>One</p><div>Two</div></div>', '<p>One</p><p>Two</p>'],
  ['<section>\n <h2>Care</h2>\n Wash cold\n</section>', '<h2>Care</h2><p>Wash cold</p>'],
  ['<p>One<center>Two</center>Three</p>', '<p>One</p><p>Two</p><p>Three</p>'],
  ['<h2><div>Care</div></h2>', '<h2>Care</h2>'],
  ['<h1>A</h1><h5>B</h5><h6>C</h6>', '<h2>A</h2><h4>B</h4><h4>C</h4>'],
  ['<dl><dt>Material</dt><dd>Cotton</dd></dl>', '<p>Material</p><p>Cotton</p>'],
  [
    '<details><summary>Size</summary>20 cm<ul><li>S</li></ul></details>',
    '<p>Size</p><p>20 cm</p><ul><li>S</li></ul>',
  ],
  [
    '<figure><img src="https://a.b/c.jpg" alt="Cup"><figcaption>A cup</figcaption></figure>',
    '<p><img src="https://a.b/c.jpg" alt="Cup" /></p><p>A cup</p>',
  ],
  ['<b><div>One</div><div>Two</div></b>', '<p><strong>One</strong></p><p><strong>Two</strong></p>'],
  ['<b style="font-weight:normal"><p>One</p></b>', '<p>One</p>'],
  [
    '<a href="/cups"><div><i>Cups</i> now</div></a>',
    '<p><a href="/cups"><em>Cups</em></a><a href="/cups"> now</a></p>',
  ],
  ['<ul><li><div>One</div></li><li>Two</li></ul>', '<ul><li>One</li><li>Two</li></ul>'],
  ['<ul><li><div>A</div><div>B</div></li></ul>', '<ul><li><p>A</p><p>B</p></li></ul>'],
  ['<pre><div>a = 1</div><div>b = 2</div></pre>', '<pre>a = 1\nb = 2</pre>'],
  ['<menu><li>Tea</li></menu>', '<ul><li>Tea</li></ul>'],
  ['<del>9</del>, <ins>8</ins>, <kbd>Esc</kbd>', '<s>9</s>, <u>8</u>, <code>Esc</code>'],
])('%s has the stored form %s', (html, stored) => {
  expect(sanitizeRichText(html).replaceAll(/>\s+</g, '><')).toBe(stored)
})

test.each([
  [
    '<table><caption>Sizes</caption><tr><td><div>S</div></td></tr></table>',
    '<p>Sizes</p><table><tr><td>S</td></tr></table>',
  ],
  [
    '<table><thead><th>A<th>B</thead></table>',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead></table>',
  ],
  [
    '<table><tfoot><tr><td>A</td></tr></tfoot></table>',
    '<table><tbody><tr><td>A</td></tr></tbody></table>',
  ],
  ['<tr><td>A</td><td>B</td></tr>', '<p>A</p><p>B</p>'],
  ['<table><tr>Loose<td>A</td></tr></table>', '<p>Loose</p><table><tr><td>A</td></tr></table>'],
  ['<table></table>Text', 'Text'],
])('the table %s has the stored form %s', (html, stored) => {
  expect(sanitizeRichText(html)).toBe(stored)
})

test.each([
  ['<img src="//cdn.example/a.jpg">', '<img src="https://cdn.example/a.jpg" />'],
  ['<img src=" \\\\cdn.example/a.jpg">', '<img src="https://cdn.example/a.jpg" />'],
  ['<a href="//shop.example">Shop</a>', '<a href="https://shop.example">Shop</a>'],
  ['<a name="top">Top</a>', 'Top'],
  ['<img alt="Nothing"><img src="data:image/png;base64,AA">', ''],
  [
    '<iframe src="//www.youtube.com/embed/abcdefgh"></iframe>',
    '<a href="https://www.youtube.com/watch?v=abcdefgh">https://www.youtube.com/watch?v=abcdefgh</a>',
  ],
  ['<iframe src="https://tracker.example"></iframe>', ''],
])('%s has the address %s', (html, stored) => {
  expect(sanitizeRichText(html)).toBe(stored)
})

test('removes scripts and everything that is not in the list', () => {
  const html = sanitizeRichText(
    '<p style="x" onclick="y" class="z">A<script>alert(1)</script><svg><p>B</p></svg></p><x-y>C</x-y>',
  )
  expect(html).not.toMatch(/style|onclick|class|alert|svg|x-y/)
  for (const [, tag = ''] of html.matchAll(/<\/?([a-z0-9-]+)/g))
    expect(Object.keys(richTextTags)).toContain(tag)
})

test.each([
  [
    'odd nesting',
    '<p>a<div>b</div>c</p><b><p>x</p></b><table><tr>y<td><p>z</p></td></table><div>e<br></div>',
  ],
  [
    'blocks in links',
    '<a href="/x"><div>1</div><table><tr><td>2</td></tr></table></a><h2>3<ul><li>4</ul></h2>',
  ],
  ['deep nesting', `${'<div><b>'.repeat(60)}deep${'</b></div>'.repeat(60)}`],
])('sanitizing %s again changes nothing', (_name, html) => {
  const once = sanitizeRichText(html)
  expect(sanitizeRichText(once)).toBe(once)
})

describe('a product in a text', () => {
  const product = '<div data-product="01900000-0000-7000-8000-000000000001"></div>'
  test.each([
    ['stays', `<p>a</p>${product}`, `<p>a</p>${product}`],
    ['has no content', product.replace('></', '>x</'), `${product}<p>x</p>`],
    ['leaves a link', `<p><a href="/x">a${product}</a></p>`, `<p><a href="/x">a</a></p>${product}`],
    ['has no other attributes', product.replace('<div', '<div onclick="x()" class="y"'), product],
    ['needs an id', '<div data-product="&quot;><script>">a</div>', '<p>a</p>'],
  ])('%s', (_name, html, stored) => {
    expect(sanitizeRichText(html)).toBe(stored)
    expect(sanitizeRichText(stored)).toBe(stored)
  })
})
