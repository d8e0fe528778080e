import { expect, test } from 'vitest'
import { findTextProducts, findTextVideos, splitRichText } from './rich-text-part.ts'

const id = '01900000-0000-7000-8000-000000000001'
const product = `<div data-product="${id}"></div>`
const url = 'https://www.youtube.com/watch?v=abcdefgh'
const video = `<p><a href="${url}">${url}</a></p>`

test('products that follow each other are one part', () => {
  expect(splitRichText(`<p>A</p>${product}${product}<p>B<br>C</p>`)).toEqual([
    { kind: 'html', html: '<p>A</p>' },
    { kind: 'products', ids: [id, id] },
    { kind: 'html', html: '<p>B<br>C</p>' },
  ])
})

test('a paragraph with the address of a video is a video', () => {
  expect(splitRichText(`${video}<p>A</p>`)).toEqual([
    { kind: 'video', url },
    { kind: 'html', html: '<p>A</p>' },
  ])
  const linked = `<p><a target="_blank" rel="noopener" href="${url}&amp;t=3">${url}&amp;t=3</a></p>`
  expect(splitRichText(linked)).toEqual([{ kind: 'video', url: `${url}&t=3` }])
})

test.each([
  ['a link with another text', `<p><a href="${url}">Watch</a></p>`],
  ['a link in a sentence', `<p>See <a href="${url}">${url}</a></p>`],
  ['another site', '<p><a href="https://a.example">https://a.example</a></p>'],
  ['a video in a quote', `<blockquote>${video}</blockquote>`],
  ['a product in a list', `<ul><li>${product}</li></ul>`],
  ['text', '<h2>A</h2><hr><p>B</p>'],
])('%s stays as it is', (_name, html) => {
  expect(splitRichText(html)).toEqual([{ kind: 'html', html }])
})

test('products and videos are found in the texts of any value', () => {
  const value = { a: [{ body: product + product }], b: video, c: `<p><a href="${url}">x</a></p>` }
  expect(findTextProducts(value)).toEqual([id])
  expect(findTextVideos(value)).toEqual([url])
})
