import { describe, expect, it } from 'vitest'
import { allApis } from '#contract/all.ts'
import { errorTexts } from '#contract/lib/error/error-catalog.ts'
import { importProblemTexts } from '#contract/lib/error/import-problem-catalog.ts'
import { getThemeFields } from '#contract/theme/theme.ts'
import { flatten, listTextFolders, loadEnglish } from '../../scripts/check/language-problems.ts'
import { catalogThemes } from '../../server/theme/rule/theme-catalog.ts'
import english from './en.json' with { type: 'json' }

const toTexts = (options: readonly { value: string; label: string }[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]))

/** The messages of the specification stay to the letter. */
const specificationMessages = [
  'Domain added successfully',
  'Domain deleted successfully',
  'Category created successfully',
  'Category deleted successfully',
  'Cms updated successfully',
  'Product Create Successfully',
  'Product Update Successfully',
]

/** Returns the texts of screens, pages and emails, the errors and the success messages. */
function listEnglishTexts(): string[] {
  const catalogs = [...listTextFolders().map(loadEnglish), errorTexts, importProblemTexts]
  const successMessages = allApis
    .flatMap(api => Object.values(api))
    .flatMap(({ message }) => message ?? [])
  return [...catalogs.flatMap(texts => [...flatten(texts).values()]), ...successMessages]
}

describe('English', () => {
  it('uses the words of the glossary', () => {
    const allowedTexts = [
      'Copyright notice',
      'shop.example.com',
      ...specificationMessages,
      // Never displayed: the words with which users search for a page.
      ...Object.values(english.pageKeywords),
    ]
    const otherWords =
      /\b(shops?|pictures?|pieces?|notices?|mails?|mailed|colours?|catalogue|cancelled|fulfilment|organis\w+|favourites?|somebody|nobody|whoever|successfully|two-step login)\b/i
    const texts = listEnglishTexts().map(text =>
      allowedTexts.reduce((rest, allowed) => rest.replace(allowed, ''), text),
    )
    expect(texts.filter(text => otherWords.test(text))).toEqual([])
  })

  it('has the labels of the themes as their texts', () => {
    const { description, group, field, font, option } = english.theme
    const groups = catalogThemes.flatMap(theme => theme.schema)
    const toLabels = (entries: readonly { key: string; label: string }[]) =>
      Object.fromEntries(entries.map(({ key, label }) => [key, label]))
    expect(group).toEqual(toLabels(groups))
    expect(field).toEqual(toLabels(getThemeFields(groups)))
    // A theme without a translation shows its own description.
    expect(
      Object.fromEntries(catalogThemes.map(theme => [theme.code, theme.description])),
    ).toMatchObject(description)
    for (const themeField of getThemeFields(groups)) {
      if (themeField.type === 'font') expect(font).toEqual(toTexts(themeField.options))
      if (themeField.type === 'select')
        expect(option).toMatchObject({ [themeField.key]: toTexts(themeField.options) })
    }
  })
})
