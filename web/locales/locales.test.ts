import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { english, faultsOf, flat, textsOf, wanted } from '../../scripts/language-faults.ts'
import { serverWords } from '../../scripts/server-sentences.ts'
import { sourceFiles } from '../../scripts/source-files.ts'
import { languages } from '../lib/preference/language.ts'
import { texts } from './en.ts'
import { texts as loginTexts } from './en-login.ts'

/** Whoever adds an English text adds it to each of these. */
const translated = languages.map(({ code }) => code).filter(code => code !== 'en')

/** The same words in two languages. */
const mayBeSame = [/^https?:/, /^[\w.{}]+@/, /^\{\{/]

const words = serverWords()
const source = sourceFiles(['web'])
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map(path => readFileSync(path, 'utf8'))
const shared = sourceFiles(['contract'])
  .filter(path => /\.ts$/.test(path))
  .map(path => readFileSync(path, 'utf8'))

describe.each(translated)('%s', language => {
  const { missing, extra, places, empty } = faultsOf(language, words)
  it('has every text, and none that is no longer in use', () => {
    expect([[...missing.keys()], extra]).toEqual([[], []])
  })

  it('keeps the places of values, and leaves no text empty', () => {
    expect([places, empty]).toEqual([[], []])
  })

  it('has no sentence left in English', () => {
    const needed = wanted(language, words)
    const same = [...flat(textsOf(language))].filter(
      ([path, text]) =>
        text === needed.get(path) &&
        text.split(' ').length > 3 &&
        !mayBeSame.some(one => one.test(text)),
    )
    expect(same).toEqual([])
  })
})

describe('English', () => {
  it('is gathered from all its files, each under the name of its feature', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english()).toSorted())
    expect(Object.keys(loginTexts)).toEqual(['account', 'ui'])
  })

  it('has both forms of every count and no empty text', () => {
    const paths = [...flat(english()).keys()]
    expect(
      paths.filter(
        path =>
          path.endsWith('_one') !== paths.includes(path.replace(/_one$/, '_other')) &&
          path.endsWith('_one'),
      ),
    ).toEqual([])
    expect(
      paths.filter(
        path => path.endsWith('_other') && !paths.includes(path.replace(/_other$/, '_one')),
      ),
    ).toEqual([])
    expect([...flat(english())].filter(([, text]) => !text.trim())).toEqual([])
  })

  it('has no text that no page uses', () => {
    const used = usedKeys()
    const keys = new Set(
      [...flat(english()).keys()].map(path =>
        path.replaceAll('\t', '.').replace(/_(one|other)$/, ''),
      ),
    )
    expect([...keys].filter(key => !used(key))).toEqual([])
  })
})

/**
 * A key is used when the source names it whole, or when it names its beginning and end around a `${…}` and the part between
 * is a word of the source as well: the name of a status, a field, a section.
 */
function usedKeys(): (key: string) => boolean {
  const sections = Object.keys(texts).join('|')
  const all = source.join('\n')
  const whole = new Set(
    [...all.matchAll(new RegExp(`['"]((?:${sections})\\.[\\w.-]+)['"]`, 'g'))].map(
      ([, key = '']) => key,
    ),
  )
  const built = [
    ...new Set(
      [...all.matchAll(new RegExp(`\`((?:${sections})\\.[^\`\\n]*\\$\\{[^\`\\n]*)\``, 'g'))].map(
        ([, key = '']) => key,
      ),
    ),
  ].map(
    key =>
      new RegExp(
        `^${key
          .split(/\$\{[^}]*\}/)
          .map(part => part.replaceAll('.', '\\.'))
          .join('([\\w-]+)')}$`,
      ),
  )
  const literals = new Set(
    [...`${all}\n${shared.join('\n')}`.matchAll(/['"]([\w.-]+)['"]|\b(\w+)\??:/g)].map(
      ([, quoted, named]) => quoted ?? named,
    ),
  )
  return key =>
    whole.has(key) ||
    built.some(one =>
      one
        .exec(key)
        ?.slice(1)
        .every(word => literals.has(word)),
    )
}
