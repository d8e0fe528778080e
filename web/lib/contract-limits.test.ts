import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findMaxLength } from '#contract/lib/schema-values.ts'
import { singleLineText } from '#contract/lib/schemas.ts'
import { listSourceFiles } from '../../scripts/check/list-source-files.ts'

const Values = z.object({
  title: singleLineText(200),
  note: z.string().optional(),
  email: z.string().max(254).pipe(z.email()).optional(),
  slides: z.array(z.object({ label: singleLineText(24).nullable() })).max(3),
})

test.each([
  ['title', 200],
  ['email', 254],
  ['slides.1.label', 24],
  ['note', undefined],
  ['slides', undefined],
  ['title.missing', undefined],
  ['missing', undefined],
])('the maximum length of %s is %s', (path, maxLength) => {
  expect(findMaxLength(Values, path)).toBe(maxLength)
})

// A limit of one, as in `max={1}`, means a single image.
const literalLimit = /\b(?:maxLength|maxTags|maxValues|max)(?:=\{|: )(?!1\b)[1-9]\d*\b/

test('pages take the limits of texts and lists from the contract', () => {
  const literals = listSourceFiles(['web'])
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(path => !path.startsWith('web/ui/'))
    .flatMap(path =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => literalLimit.test(line))
        .map(line => `${path}: ${line.trim()}`),
    )
  expect(literals).toEqual([])
})

test('pages read no length from a schema, because the bundle omits that part of the library', () => {
  const reads = listSourceFiles(['web'])
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(path => /\b[A-Z]\w+\.(min|max)Length\b/.test(readFileSync(path, 'utf8')))
  expect(reads).toEqual([])
})
