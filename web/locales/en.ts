import { texts as late } from './en-late.ts'
import { texts as login } from './en-login.ts'
import { texts as work } from './en-work.ts'

/** English, by feature: `t('product.list.title')`. Pages load its parts, never this. */
export const texts = { ...login, ...work, ...late }
export type Texts = typeof texts
