import { languages } from '../web/lib/preference/language.ts'
import { faultsOf, treeOf } from './language-faults.ts'
import { serverWords } from './server-sentences.ts'

// What translators have to do: `npm run texts` for all languages, `npm run texts de` for one, whose missing texts it prints in
// English as the JSON to translate and put into `web/locales/de.json`.

const asked = process.argv.slice(2)
const words = serverWords()
let count = 0

for (const { code, name } of languages) {
  if (code === 'en' || (asked.length > 0 && !asked.includes(code))) continue
  const { missing, extra, places, empty } = faultsOf(code, words)
  const sum = missing.size + extra.length + places.length + empty.length
  count += sum
  console.log(
    `${name} (${code}): ${sum === 0 ? 'complete' : `${missing.size} missing, ${extra.length} that no longer exist, ${places.length} with other placeholders, ${empty.length} empty`}`,
  )
  if (asked.length === 0) continue
  if (missing.size > 0) console.log(JSON.stringify(treeOf(missing), null, 2))
  for (const [title, paths] of [
    ['No longer in use', extra],
    ['Other placeholders than in English', places],
    ['Empty', empty],
  ] as const) {
    for (const path of paths) console.log(`${title}: ${path.replaceAll('\t', ' › ')}`)
  }
}

if (count > 0) process.exitCode = 1
