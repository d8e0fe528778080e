import { expect, test } from 'vitest'
import { isVideoFileUrl, parseVideoUrl, VideoUrl } from './video-url.ts'

const youtube = { provider: 'youtube', id: 'dQw4w9WgXcQ' }
const vimeo = { provider: 'vimeo', id: '76979871' }

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=4s', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ#t=4', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube],
  ['https://vimeo.com/76979871', vimeo],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', vimeo],
])('reads the video of %s', (url, video) => {
  expect(parseVideoUrl(url)).toEqual(video)
  expect(VideoUrl.safeParse(url).success).toBe(true)
})

test.each([
  'http://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/"onload=alert(1)',
  'https://youtu.be/',
  'https://vimeo.com/about',
  'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
  '//youtu.be/dQw4w9WgXcQ',
])('rejects %s', url => {
  expect(parseVideoUrl(url)).toBeUndefined()
  expect(VideoUrl.safeParse(url).success).toBe(false)
})

test.each([
  ['https://files.mill.example/films/teapot.mp4', true],
  ['https://cdn.example:8443/a%20b/teapot.WebM?v=2', true],
  ['http://files.mill.example/teapot.mp4', false],
  ['https://mill.example/teapot.mov', false],
  ['https://mill.example;script-src/teapot.mp4', false],
  ['https://mill.example/"onplay=alert(1)/teapot.mp4', false],
  ['https://a@mill.example/teapot.mp4', false],
  ['https://mill.example:99999/teapot.mp4', false],
])('decides whether %s is a file to play', (url, isFile) => {
  expect(isVideoFileUrl(url)).toBe(isFile)
  expect(VideoUrl.safeParse(url).success).toBe(isFile)
})
