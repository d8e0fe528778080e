// Applies the files of `patches/` to the installed packages. npm runs this after each installation.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

for (const name of readdirSync('patches')) {
  const [head = '', ...hunks] = readFileSync(`patches/${name}`, 'utf8').split(/^@@ .*\n/m)
  const [, path = ''] = /^\+\+\+ b\/(.+)$/m.exec(head) ?? []
  const code = readFileSync(path, 'utf8')
  const patchedCode = hunks.reduce((text, hunk) => applyHunk(name, text, hunk), code)
  if (patchedCode !== code) writeFileSync(path, patchedCode)
}

/** Returns the text after the change. A change that was applied before is left as it is. */
function applyHunk(name, text, hunk) {
  const lines = hunk.split('\n')
  const selectLines = prefixes =>
    lines
      .filter(line => prefixes.includes(line[0]))
      .map(line => `${line.slice(1)}\n`)
      .join('')
  const [before, after] = [selectLines(' -'), selectLines(' +')]
  if (text.includes(after)) return text
  if (!text.includes(before)) throw new Error(`patches/${name} does not fit the installed package.`)
  return text.replace(before, () => after)
}
