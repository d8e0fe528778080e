import type { Plugin } from 'vite'

const importPattern = /import\s*\{([^}]*)\}\s*from\s*['"]@tabler\/icons-react['"];?/g

/**
 * Imports each icon from its own file. Otherwise the build reads the 6,000 icons of the package to
 * use 170 of them.
 */
export function directIconsPlugin(): Plugin {
  return {
    name: 'direct-icons',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('@tabler/icons-react')) return undefined
      return { code: code.replaceAll(importPattern, (_, names) => importIcons(names)), map: null }
    },
  }
}

function importIcons(names: string): string {
  return names
    .split(',')
    .flatMap(name => {
      const [icon, , alias = icon] = name.trim().split(/\s+/)
      return icon ? [`import ${alias} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs'`] : []
    })
    .join(';')
}
