import { issue } from '../error/issue.ts'
import { singleLineText } from '../schemas.ts'

const linkPattern =
  /^(https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\@]+@[^\s"'<>\\@]+|tel:\+?[0-9().\- ]{3,30}|\/([^\s"'<>\\/][^\s"'<>\\]*)?|#[\w-]*)?$/i
/** A link target: a store path (`/…`), https, mailto or tel. Scripts are rejected. */
export const LinkTarget = singleLineText(500).refine(
  link => linkPattern.test(link) && (!/^https:/i.test(link) || URL.canParse(link)),
  issue('invalid_link'),
)
