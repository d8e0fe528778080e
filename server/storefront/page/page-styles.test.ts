import { expect, test } from 'vitest'
import { addStyles, createInlineStyle } from './inline-style.ts'
import { listPageParts, selectStyles } from './page-styles.ts'
import { parseStyles } from './parse-styles.ts'

const html =
  '<html dir="ltr"><body data-page="home"><h1 class="title large">Aé</h1><img type="x"></body></html>'
const select = (css: string) => selectStyles(parseStyles(css), listPageParts(html))

test.each([
  ':root{--a:1}',
  '*,:before{b:c}',
  'h1.title>img{a:b}',
  '.large:hover:before{a:b}',
  '.title:not(.other),.title:not([data-current]){a:b}',
  'h1:nth-child(2n + 1):lang(ar){a:b}',
  ':is(.other,.title:has(img)) img{a:b}',
  '[data-page=home] .title{a:b}',
  '[aria-current=true],[data-page*=x],[data-page]{a:b}',
  '.title{content:"}{"}h1{a:b}',
  '@media (width>1px){@supports (a:b){.title{a:b}}}',
  '@layer a,b;@layer a{h1{a:b}}',
  '@keyframes other{to{a:b}}@font-face{a:b}',
  '@font-face{unicode-range:U+A0,U+0-7F}@font-face{unicode-range:U+E?}',
])('a page has the rule %s', css => {
  expect(select(css)).toBe(css)
})

test.each([
  '.other{a:b}',
  'h2{a:b}',
  '.titles,.title .other{a:b}',
  '.title:is(.other,h2){a:b}',
  ':where(:is(.other) .title,h1:has(h2)){a:b}',
  '[data-page=cart] .title{a:b}',
  '[dir="rtl"] .title,img[type=search],[data-state],[data-state~=new]{a:b}',
  '@font-face{unicode-range:U+80-DF,U+1??}',
  '@media (width>1px){.other{a:b}@supports (a:b){h2{a:b}}}',
  '@media print{h1{a:b}}',
])('a page does not have the rule %s', css => {
  expect(select(css)).toBe('')
})

test('rules keep their order and lose the selectors that the page does not use', () => {
  expect(select('/* a{} */h2,h1{a:b}.other{c:d}.large,.other,img{e:f}h1{g:h}')).toBe(
    'h1{a:b}.large,img{e:f}h1{g:h}',
  )
})

test('a document gets its rules once, and the policy allows them and those of the settings', () => {
  const settings = createInlineStyle(':root{--a:1}')
  const styles = { rules: parseStyles('h1{a:b}h2{c:d}'), settings }
  const empty = '<style data-stylesheet="/a.css"></style><h1>A</h1>&gt;&lt;/style&gt;'
  const { source } = createInlineStyle('h1{a:b}')
  expect(addStyles(empty, styles)).toEqual({
    html: empty.replace('></style', '>h1{a:b}</style'),
    sources: [source, settings.source],
  })
  // The content of a page without its head.
  expect(addStyles('<h1>A</h1>', styles)).toEqual({ html: '<h1>A</h1>', sources: [] })
})
