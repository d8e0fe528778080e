import audit from './en/audit.json'
import cms from './en/cms.json'
import domain from './en/domain.json'
import person from './en/person.json'
import staff from './en/staff.json'
import theme from './en/theme.json'

/** The part of English that only pages outside the daily work need; `late` in web/routes.tsx brings it. */
export const texts = {
  audit,
  cms,
  domain,
  person,
  staff,
  theme,
}
