import { languages } from '#contract/lib/text/languages.ts'
import {
  findLanguageProblems,
  findStraightQuotes,
  listTextFolders,
  toTree,
} from './language-problems.ts'
import { findUnusedKeys, findWrongValues } from './text-usage.ts'

// Lists missing and invalid texts of all folders. `npm run texts` summarizes all languages.
// `npm run texts de` also prints the missing texts of German in English, as JSON to translate and
// add to the file `de.json` of the folder.

const requestedLanguages = process.argv.slice(2)
let problemCount = 0

for (const folder of listTextFolders()) {
  console.log(folder)
  for (const key of findUnusedKeys(folder)) printProblem(`Not used by any code: ${key}`)
  for (const { code, name } of languages) {
    const isRequested = requestedLanguages.length === 0 || requestedLanguages.includes(code)
    if (code !== 'en' && isRequested) checkLanguage(folder, code, name)
    for (const path of findStraightQuotes(folder, code))
      printProblem(
        `Straight quotation mark or apostrophe (${code}): ${path.replaceAll('\t', ' › ')}`,
      )
  }
}
for (const problem of findWrongValues()) printProblem(problem)

if (problemCount > 0) process.exitCode = 1

function checkLanguage(folder: string, code: string, name: string): void {
  const { missing, unusedKeys, wrongPlaceholders, emptyKeys } = findLanguageProblems(folder, code)
  const count = missing.size + unusedKeys.length + wrongPlaceholders.length + emptyKeys.length
  problemCount += count
  const counts = [
    `${missing.size} missing`,
    `${unusedKeys.length} unused`,
    `${wrongPlaceholders.length} with wrong placeholders`,
    `${emptyKeys.length} empty`,
  ]
  console.log(`  ${name} (${code}): ${count === 0 ? 'complete' : counts.join(', ')}`)
  if (requestedLanguages.length === 0) return
  if (missing.size > 0) console.log(JSON.stringify(toTree(missing), null, 2))
  for (const [title, paths] of [
    ['Unused', unusedKeys],
    ['Wrong placeholders', wrongPlaceholders],
    ['Empty', emptyKeys],
  ] as const) {
    for (const path of paths) console.log(`  ${title}: ${path.replaceAll('\t', ' › ')}`)
  }
}

function printProblem(problem: string): void {
  problemCount += 1
  console.log(`  ${problem}`)
}
