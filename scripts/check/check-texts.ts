import { languages } from '#contract/lib/text/languages.ts'
import { findLanguageProblems, toTree } from './language-problems.ts'

// Lists missing and invalid translations. `npm run texts` summarizes all languages. `npm run texts de`
// also prints the missing texts of German in English, as JSON to translate and add to
// `web/locales/de.json`.

const requestedLanguages = process.argv.slice(2)
let problemCount = 0

for (const { code, name } of languages) {
  if (code === 'en' || (requestedLanguages.length > 0 && !requestedLanguages.includes(code)))
    continue
  const { missing, unusedKeys, wrongPlaceholders, emptyKeys } = findLanguageProblems(code)
  const languageProblemCount =
    missing.size + unusedKeys.length + wrongPlaceholders.length + emptyKeys.length
  problemCount += languageProblemCount
  const counts = [
    `${missing.size} missing`,
    `${unusedKeys.length} unused`,
    `${wrongPlaceholders.length} with wrong placeholders`,
    `${emptyKeys.length} empty`,
  ]
  console.log(`${name} (${code}): ${languageProblemCount === 0 ? 'complete' : counts.join(', ')}`)
  if (requestedLanguages.length === 0) continue
  if (missing.size > 0) console.log(JSON.stringify(toTree(missing), null, 2))
  for (const [title, paths] of [
    ['Unused', unusedKeys],
    ['Wrong placeholders', wrongPlaceholders],
    ['Empty', emptyKeys],
  ] as const) {
    for (const path of paths) console.log(`${title}: ${path.replaceAll('\t', ' › ')}`)
  }
}

if (problemCount > 0) process.exitCode = 1
