import { readFileSync } from 'node:fs'
import { backOfficeTexts, loadEnglish, sharedTexts } from './language-problems.ts'
import { listSourceFiles } from './list-source-files.ts'

const readFiles = (folders: string[], pattern: RegExp) =>
  listSourceFiles(folders)
    .filter(path => pattern.test(path) && !/\.test\.tsx?$/.test(path))
    .map(path => readFileSync(path, 'utf8'))

/**
 * Returns a function that returns whether the back office uses a key: the source contains it, or it
 * matches a template literal such as `order.${status}.title` whose variable parts are words of the
 * source, such as a status, a field or a section.
 */
export function findBackOfficeKeys(): (key: string) => boolean {
  const sections = [backOfficeTexts, sharedTexts]
    .flatMap(folder => Object.keys(loadEnglish(folder)))
    .join('|')
  const source = readFiles(['web'], /\.tsx?$/).join('\n')
  const wholeKeys = new Set(
    [...source.matchAll(new RegExp(`['"]((?:${sections})\\.[\\w.-]+)['"]`, 'g'))].map(
      ([, key = '']) => key,
    ),
  )
  const composedKeys = [
    ...source.matchAll(new RegExp(`\`((?:${sections})\\.[^\`\\n]*\\$\\{[^\`\\n]*)\``, 'g')),
  ].map(([, key = '']) => key)
  const patterns = [...new Set(composedKeys)].map(toPattern)
  const words = listWords(source)
  return key =>
    wholeKeys.has(key) ||
    patterns.some(pattern =>
      pattern
        .exec(key)
        ?.slice(1)
        .every(word => words.has(word)),
    )
}

const toPattern = (key: string) =>
  new RegExp(
    `^${key
      .split(/\$\{[^}]*\}/)
      .map(part => part.replaceAll('.', '\\.'))
      .join('([\\w-]+)')}$`,
  )

/** Returns the words that keys are composed of. The contract and the themes contain some. */
function listWords(source: string): Set<string | undefined> {
  const shared = readFiles(['contract', 'server/theme', 'storefront/theme'], /\.ts$/).join('\n')
  const literals = [...`${source}\n${shared}`.matchAll(/['"]([\w.-]+)['"]|\b(\w+)\??:/g)]
  // The activity log has texts for the columns of tables and for the details of logins.
  const columns = readFiles(['server/db/schema'], /\.sql$/).flatMap(
    text => text.match(/\b[a-z]\w*\b/g) ?? [],
  )
  return new Set([
    'twoStep',
    ...columns,
    ...literals.map(([, quoted, property]) => quoted ?? property),
  ])
}
