/**
 * The scripts whose letters can be in one label. Letters of two others can look alike, so that a
 * label with both stays in ASCII.
 */
const labelPatterns = [
  // Without the phonetic letters, and the `ı` that looks like an `i` or `l`.
  /^(?!.*[ɐ-ʯı])[\p{sc=Latin}\d-]+$/u,
  /^[\p{sc=Cyrillic}\d-]+$/u,
  /^[\p{sc=Greek}\d-]+$/u,
  /^[\p{sc=Armenian}\d-]+$/u,
  /^[\p{sc=Georgian}\d-]+$/u,
  /^[\p{sc=Hebrew}\p{Mn}\d-]+$/u,
  /^[\p{sc=Arabic}\p{Mn}\d-]+$/u,
  /^[\p{sc=Devanagari}\d-]+$/u,
  /^[\p{sc=Thai}\d-]+$/u,
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\d-]+$/u,
  /^[\p{sc=Han}\p{sc=Hangul}\d-]+$/u,
]
/** Words of such letters only can look like Latin ones, as `аррӏе` does. */
const latinLookalikes = /^[асԁеһіјӏорԛѕԝхуαινορυոսհօցքզյ\d-]+$/

/**
 * Returns a host name in the letters of its language: `www.bücher.de` for `www.xn--bcher-kva.de`. A
 * label with letters of several scripts stays in ASCII.
 */
export const formatDomain = (host: string) =>
  host
    .split('.')
    .map(label => (label.startsWith('xn--') ? formatLabel(label) : label))
    .join('.')

/** Returns an email address with its domain in the letters of its language. */
export const formatEmail = (email: string) =>
  email.replace(/[^@]+$/, domain => formatDomain(domain))

function formatLabel(label: string): string {
  const text = decodePunycode(label.slice('xn--'.length))
  const isSafe =
    text !== undefined &&
    text === text.normalize('NFC').toLowerCase() &&
    labelPatterns.some(pattern => pattern.test(text)) &&
    !latinLookalikes.test(text)
  return isSafe ? text : label
}

const base = 36
const [tMin, tMax, skew, damp] = [1, 26, 38, 700]

/** Decodes Punycode by RFC 3492. Returns undefined for text that is not Punycode. */
function decodePunycode(input: string): string | undefined {
  const delimiter = input.lastIndexOf('-')
  const codes = [...input.slice(0, Math.max(delimiter, 0))].map(letter => letter.charCodeAt(0))
  let [code, position, bias] = [128, 0, 72]
  for (let index = delimiter + 1; index < input.length; ) {
    const start = position
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(input.charAt(index++), base)
      if (Number.isNaN(digit)) return undefined
      // Punycode counts letters before digits, `parseInt` after them.
      const value = digit < 10 ? digit + 26 : digit - 10
      position += value * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (value < threshold) break
      weight *= base - threshold
    }
    const count = codes.length + 1
    bias = adaptBias(position - start, count, start === 0)
    code += Math.floor(position / count)
    position %= count
    if (code > 0x10ffff) return undefined
    codes.splice(position++, 0, code)
  }
  return String.fromCodePoint(...codes)
}

function adaptBias(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? damp : 2))
  delta += Math.floor(delta / count)
  let k = 0
  for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
