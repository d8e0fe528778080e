import { describe, expect, it } from 'vitest'
import { languages } from '#contract/lib/text/languages.ts'
import {
  findLanguageProblems,
  findStraightQuotes,
  flatten,
  getRequiredTexts,
  listTextFolders,
  loadEnglish,
  loadTexts,
} from './language-problems.ts'
import { findUnusedKeys, findWrongValues } from './text-usage.ts'

const folders = listTextFolders()
const translations = languages.map(({ code }) => code).filter(code => code !== 'en')

it('finds the texts of the back office, of stores and of emails', () => {
  expect(folders).toEqual([
    'contract/locales',
    'server/locales',
    'storefront/locales',
    'web/locales',
  ])
})

it('passes a value for each placeholder', () => {
  expect(findWrongValues()).toEqual([])
})

describe.each(folders)('%s', folder => {
  const paths = [...flatten(loadEnglish(folder)).keys()]

  it('has no text that no code uses', () => {
    expect(findUnusedKeys(folder)).toEqual([])
  })

  it('has both English forms of every count and no empty text', () => {
    const [one, other] = ['_one', '_other'].map(form =>
      paths.filter(path => path.endsWith(form)).map(path => path.slice(0, -form.length)),
    )
    expect(one).toEqual(other)
    expect([...flatten(loadEnglish(folder))].filter(([, text]) => !text.trim())).toEqual([])
  })
})

describe.each(folders)('%s', folder => {
  it.each(languages)('has no straight quotation mark or apostrophe in $name', ({ code }) => {
    expect(findStraightQuotes(folder, code)).toEqual([])
  })
})

describe.each(folders.flatMap(folder => translations.map(language => ({ folder, language }))))(
  '$folder in $language',
  ({ folder, language }) => {
    const { missing, unusedKeys, wrongPlaceholders, emptyKeys } = findLanguageProblems(
      folder,
      language,
    )

    it('has every text in every plural form, and no other', () => {
      expect([[...missing.keys()], unusedKeys]).toEqual([[], []])
    })

    it('keeps the placeholders and has no empty text', () => {
      expect([wrongPlaceholders, emptyKeys]).toEqual([[], []])
    })

    it('has no sentence left in English', () => {
      /** Texts that can be the same in two languages. */
      const mayBeSame = /^(https?:|[\w.{}]+@|\{\{)/
      const requiredTexts = getRequiredTexts(folder, language)
      const same = [...flatten(loadTexts(folder, language))].filter(
        ([path, text]) =>
          text === requiredTexts.get(path) && text.split(' ').length > 3 && !mayBeSame.test(text),
      )
      expect(same).toEqual([])
    })
  },
)
