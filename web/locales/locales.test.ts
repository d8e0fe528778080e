import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allApis } from '#contract/all.ts'
import { errorTexts } from '#contract/lib/error/error-catalog.ts'
import { importProblemTexts } from '#contract/lib/error/import-problem-catalog.ts'
import { languages } from '#contract/lib/text/languages.ts'
import { getThemeFields } from '#contract/theme/theme.ts'
import {
  findLanguageProblems,
  flatten,
  getRequiredTexts,
  loadEnglish,
  loadTexts,
} from '../../scripts/check/language-problems.ts'
import { listSourceFiles } from '../../scripts/check/list-source-files.ts'
import { catalogThemes } from '../../server/theme/rule/theme-catalog.ts'
import english from './en.json' with { type: 'json' }

/** Each of these languages must have every English text. */
const translated = languages.map(({ code }) => code).filter(code => code !== 'en')

/** Texts that can be the same in two languages. */
const mayBeSame = [/^https?:/, /^[\w.{}]+@/, /^\{\{/]

const source = listSourceFiles(['web'])
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map(path => readFileSync(path, 'utf8'))
/** The contract and the themes contain keys of texts. */
const shared = listSourceFiles(['contract', 'server/theme', 'storefront/theme'])
  .filter(path => /\.ts$/.test(path))
  .map(path => readFileSync(path, 'utf8'))
/** The activity log has texts for the columns of tables and for the details of logins. */
const columnNames = listSourceFiles(['server/db/schema']).flatMap(path => [
  'twoStep',
  ...(readFileSync(path, 'utf8').match(/\b[a-z]\w*\b/g) ?? []),
])

describe.each(translated)('%s', language => {
  const { missing, unusedKeys, wrongPlaceholders, emptyKeys } = findLanguageProblems(language)
  it('has every text and no unused one', () => {
    expect([[...missing.keys()], unusedKeys]).toEqual([[], []])
  })

  it('keeps the placeholders and has no empty text', () => {
    expect([wrongPlaceholders, emptyKeys]).toEqual([[], []])
  })

  it('has no sentence left in English', () => {
    const requiredTexts = getRequiredTexts(language)
    const same = [...flatten(loadTexts(language))].filter(
      ([path, text]) =>
        text === requiredTexts.get(path) &&
        text.split(' ').length > 3 &&
        !mayBeSame.some(one => one.test(text)),
    )
    expect(same).toEqual([])
  })
})

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

/** Returns the texts of the screens, the errors and the success messages. */
function listEnglishTexts(): string[] {
  const catalogs = [loadEnglish(), errorTexts, importProblemTexts]
  const successMessages = allApis
    .flatMap(api => Object.values(api))
    .flatMap(({ message }) => message ?? [])
  return [...catalogs.flatMap(texts => [...flatten(texts).values()]), ...successMessages]
}

describe('English', () => {
  it('has both forms of every count and no empty text', () => {
    const paths = [...flatten(loadEnglish()).keys()]
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
    expect([...flatten(loadEnglish())].filter(([, text]) => !text.trim())).toEqual([])
  })

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

  it('has no text that no page uses', () => {
    const isUsed = findUsedKeys()
    const keys = new Set(
      [...flatten(loadEnglish()).keys()].map(path =>
        path.replaceAll('\t', '.').replace(/_(one|other)$/, ''),
      ),
    )
    expect([...keys].filter(key => !isUsed(key))).toEqual([])
  })
})

/**
 * Returns a function that returns whether a key is used: the source contains it, or it matches a
 * template literal such as `order.${status}.title` whose variable parts are words of the source,
 * such as a status, a field or a section.
 */
function findUsedKeys(): (key: string) => boolean {
  const sections = Object.keys(loadEnglish()).join('|')
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
  const literals = new Set([
    ...columnNames,
    ...[...`${all}\n${shared.join('\n')}`.matchAll(/['"]([\w.-]+)['"]|\b(\w+)\??:/g)].map(
      ([, quoted, named]) => quoted ?? named,
    ),
  ])
  return key =>
    whole.has(key) ||
    built.some(one =>
      one
        .exec(key)
        ?.slice(1)
        .every(word => literals.has(word)),
    )
}
