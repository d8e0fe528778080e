import { readdirSync } from 'node:fs'

export const themeCodes = readdirSync('storefront/theme', { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
