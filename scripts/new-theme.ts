import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Copies a theme of the storefront under a new name, as a start for a theme of its own.
// Usage: new-theme.ts NAME [SOURCE]
const themesFolder = 'storefront/theme'
const [code = '', source = 'linen'] = process.argv.slice(2)
const sourceFolder = join(themesFolder, source)
const folder = join(themesFolder, code)

if (!/^[a-z]{3,20}$/.test(code)) fail('Pass a name of 3 to 20 lower-case letters.')
if (existsSync(folder)) fail(`${folder} already exists.`)
if (!/^[a-z]+$/.test(source) || !existsSync(sourceFolder)) fail(`There is no theme "${source}".`)

mkdirSync(folder)
for (const file of readdirSync(sourceFolder)) {
  const target = join(folder, file.replace(source, code))
  const content = readFileSync(join(sourceFolder, file))
  // Fonts are copied as they are.
  writeFileSync(target, /\.(css|tsx?)$/.test(file) ? rename(content.toString()) : content)
  console.log(target)
}

/** Replaces the name of the source in both spellings. */
function rename(text: string): string {
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return text.replaceAll(source, code).replaceAll(capitalize(source), capitalize(code))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
