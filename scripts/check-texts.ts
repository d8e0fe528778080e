import { languages } from '../web/lib/preference/language.ts'
import { findLanguageProblems, toTree } from './language-problems.ts'

// What translators have to do: `npm run texts` for all languages, `npm run texts de` for one, whose missing texts it prints in
// English as the JSON to translate and put into `web/locales/de.json`.

const requestedLanguages = process.argv.slice(2)
let problemCount = 0

for (const { code, name } of languages) {
  if (code === 'en' || (requestedLanguages.length > 0 && !requestedLanguages.includes(code)))
    continue
  const { missing, unusedKeys, wrongPlaceholders, emptyKeys } = findLanguageProblems(code)
  const languageProblemCount =
    missing.size + unusedKeys.length + wrongPlaceholders.length + emptyKeys.length
  problemCount += languageProblemCount
  console.log(
    `${name} (${code}): ${languageProblemCount === 0 ? 'complete' : `${missing.size} missing, ${unusedKeys.length} that no longer exist, ${wrongPlaceholders.length} with other placeholders, ${emptyKeys.length} empty`}`,
  )
  if (requestedLanguages.length === 0) continue
  if (missing.size > 0) console.log(JSON.stringify(toTree(missing), null, 2))
  for (const [title, paths] of [
    ['No longer in use', unusedKeys],
    ['Other placeholders than in English', wrongPlaceholders],
    ['Empty', emptyKeys],
  ] as const) {
    for (const path of paths) console.log(`${title}: ${path.replaceAll('\t', ' › ')}`)
  }
}

if (problemCount > 0) process.exitCode = 1
