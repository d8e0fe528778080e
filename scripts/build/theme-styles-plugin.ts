import type { Plugin } from 'vite'
import { stylesFile } from '../../server/storefront/page/page-styles.ts'
import { parseStyles } from '../../server/storefront/page/parse-styles.ts'

/** Writes the rules of the style sheet of each theme, so that the server does not parse them. */
export const themeStylesPlugin = (themes: readonly string[]): Plugin => ({
  name: 'theme-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const rules = themes.map(theme => {
      const file = Object.values(bundle).find(
        output => output.type === 'asset' && output.names.includes(`${theme}.css`),
      )
      if (file?.type !== 'asset') return this.error(`The theme ${theme} has no style sheet.`)
      return [theme, parseStyles(String(file.source))]
    })
    const source = JSON.stringify(Object.fromEntries(rules))
    this.emitFile({ type: 'asset', fileName: stylesFile, source })
  },
})
