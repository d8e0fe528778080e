import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { instantiateFont } from '../../server/lib/pdf/instantiate-font.ts'

// The first font is that of texts for which a page has no own one.
const fonts = [
  'inter/files/inter-latin',
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  // Stars of ratings.
  'noto-sans-jp/files/noto-sans-jp-108',
  // Check marks.
  'noto-sans-jp/files/noto-sans-jp-60',
]
const weights = [400, 700]

/**
 * Writes a configuration by which Chromium finds only fonts of our packages, and returns its path.
 * Neither the fonts of a machine nor its settings for letters change pictures then.
 */
export async function writePictureFonts(folder: string): Promise<string> {
  const fontFolder = join(folder, 'fonts')
  await mkdir(fontFolder, { recursive: true })
  for (const [index, font] of fonts.entries())
    for (const weight of weights) {
      const path = `node_modules/@fontsource-variable/${font}-wght-normal.woff2`
      const file = join(fontFolder, `${index}-${weight}.ttf`)
      await writeFile(file, await instantiateFont({ path, weight }))
    }
  const configuration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${fontFolder}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <match target="pattern">
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`
  const path = join(folder, 'fonts.conf')
  await writeFile(path, configuration)
  return path
}
