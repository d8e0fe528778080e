/** A property of iCalendar: its name with parameters, and its value. */
export type IcalLine = readonly [name: string, value: string]

const maxLineBytes = 75

export const escapeIcalText = (text: string) =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** Returns the text of iCalendar, whose lines are folded at 75 bytes, as RFC 5545 says. */
export const formatIcal = (lines: readonly IcalLine[]) =>
  lines.map(([name, value]) => `${foldLine(`${name}:${value}`)}\r\n`).join('')

function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

/** Returns a day such as `20260301`. */
export const toIcalDay = (day: string) => day.replaceAll('-', '')

/** Returns a time of the clock such as `20260301T093000`. */
export const toIcalTime = (time: string) => `${time.replace(/[-:]/g, '')}00`

/** Returns a moment such as `20260301T083000Z`. */
export const toIcalMoment = (moment: Date) => `${toIcalTime(moment.toISOString().slice(0, 16))}Z`
