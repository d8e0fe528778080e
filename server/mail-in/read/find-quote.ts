/** The line that mail programs write before the text that an email answers. */
const introductions = [
  /^-{2,}\s*(original message|ursprüngliche nachricht|message d.origine|mensaje original|mensagem original|الرسالة الأصلية)\s*-{2,}$/i,
  /^-{2,}\s*(forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|mensagem encaminhada|رسالة معاد توجيهها)\s*-{2,}$/i,
  /^_{20,}$/,
  /^(on|am|le|el|em|op|il|den|dnia|em)\b.{4,250}(wrote|schrieb.{0,120}|a écrit|escribió|escreveu|schreef|ha scritto|skrev|napisał\(a\))\s*:$/i,
  /^(في|بتاريخ).{4,250}(كتب|كتبت).{0,80}:$/,
  /^.{1,120}\d{4}.{1,80}<[^<>\s]+@[^<>\s]+>.{0,30}:$/,
]
/** The first fields of the head that Outlook writes before that text. */
const headPattern = /^\*?(from|von|de|van|da|من)\s?:\*?\s.*(@|\S+ \S+)/i
const headFollowPattern =
  /^\*?(sent|date|gesendet|datum|envoyé|enviado|data|fecha|to|an|à|para|تاريخ|إلى|أرسلت)\s?:/i

/**
 * Returns the offset at which the text that an email answers begins, or undefined. Nothing is removed there, because
 * some answers are written within that text.
 */
export function findQuote(text: string): number | undefined {
  const lines = text.split('\n')
  const offsets = listOffsets(lines)
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]?.trim() ?? ''
    if (!startsQuote(line.trim(), next)) continue
    if (isOwnText(lines.slice(0, index)) && !isAnsweredBelow(lines.slice(index)))
      return offsets[index]
    return undefined
  }
  return undefined
}

function listOffsets(lines: readonly string[]): number[] {
  let offset = 0
  return lines.map(line => {
    const start = offset
    offset += line.length + 1
    return start
  })
}

/** Longer lines are text. The patterns would take long to find no match in them. */
const maxIntroductionLength = 400

/** The introduction can continue on the next line. */
function startsQuote(line: string, next: string): boolean {
  if (line.startsWith('>')) return true
  if (line === '' || line.length > maxIntroductionLength) return false
  if (headPattern.test(line) && headFollowPattern.test(next.slice(0, 100))) return true
  const isContinued = next.endsWith(':') && line.length + next.length < maxIntroductionLength
  return introductions.some(
    pattern => pattern.test(line) || (isContinued && pattern.test(`${line} ${next}`)),
  )
}

const isOwnText = (lines: readonly string[]) => lines.some(line => line.trim() !== '')

/** Text after a line with `>` is an answer to it, except for a signature. */
function isAnsweredBelow(lines: readonly string[]): boolean {
  const lastQuoted = lines.findLastIndex(line => line.trim().startsWith('>'))
  if (lastQuoted < 0) return false
  const rest = lines.slice(lastQuoted + 1).map(line => line.trim())
  const signature = rest.indexOf('--')
  return isOwnText(signature < 0 ? rest : rest.slice(0, signature))
}
