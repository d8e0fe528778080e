import postcss from 'postcss'
import { expect, test } from 'vitest'
import { hoverPlugin } from './hover-plugin.ts'

const transform = (css: string) =>
  postcss([hoverPlugin()]).process(css, { from: undefined }).css.replaceAll(/\s/g, '')

test.each([
  ['a { b: c }', 'a{b:c}'],
  ['a:hover { b: c } d { e: f }', '@media(hover:hover){a:hover{b:c}}d{e:f}'],
  ['a:hover, d { b: c }', 'd{b:c}@media(hover:hover){a:hover{b:c}}'],
  [':is(a, d):hover { b: c }', '@media(hover:hover){:is(a,d):hover{b:c}}'],
  ['@media print { a:hover, d { b: c } }', '@mediaprint{d{b:c}@media(hover:hover){a:hover{b:c}}}'],
  [
    '@media (hover: hover) { a:is(:hover, :focus) { b: c } }',
    '@media(hover:hover){a:is(:hover,:focus){b:c}}',
  ],
])('the rules %s become %s', (css, transformed) => {
  expect(transform(css)).toBe(transformed)
})

test('a list of states with :hover and another one is not accepted', () => {
  expect(() => transform('a:is(:hover, :focus) { b: c }')).toThrow('a selector of its own')
})
