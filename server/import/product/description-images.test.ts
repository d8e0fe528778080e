import { expect, test } from 'vitest'
import { listHiddenImages } from './description-images.ts'

test.each([
  ['<p>Text</p>', []],
  ['<img src="/media/a/b/1200.webp" alt="Cup">', []],
  ['<img alt="Cup" src="https://cdn.example/files/cup.jpg?v=1">', ['cup.jpg']],
  ["<IMG src='//cdn.example/a.png'><img src=//cdn.example/a.png>", ['a.png']],
  ['<img src="data:image/png;base64,AA/b" alt="Logo"><img>', ['Logo', '?']],
])('the hidden images of %s are %j', (html, names) => {
  expect(listHiddenImages(html)).toEqual(names)
})
